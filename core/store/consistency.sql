-- What acts say of each other by naming one another (DIAVGEIA_API §9.6, §10 rule 7). Links are sparse: no link, no verdict.

-- name: clear
-- $1 bodies  $2 flags
DELETE FROM screened WHERE organization_uid = ANY($1::text[]) AND flag = ANY($2::text[]);

-- name: bodies
SELECT DISTINCT organization_uid FROM decisions ORDER BY organization_uid;

-- name: find_exceeding
-- Payment above the approvals that it is linked with, approval or payment above the awards: by more than 1 % and 1 €.
-- An award may be stated without VAT, so it is taken with the highest rate. Only earlier acts all of whose amounts are
-- stated, and none that is doubtful itself, speak.  $1 bodies
WITH pairs AS (
    SELECT organization_uid, ada, target_ada AS other FROM links WHERE organization_uid = ANY($1::text[])
     UNION
    SELECT organization_uid, target_ada, ada FROM links WHERE organization_uid = ANY($1::text[])
), acts AS (
    SELECT l.organization_uid, l.ada, l.stage, sum(l.amount) AS amount,
           CASE l.stage WHEN 'award' THEN 1 WHEN 'approval' THEN 2 ELSE 3 END AS step
      FROM money_lines l
      JOIN decisions d USING (organization_uid, ada)
     WHERE l.organization_uid = ANY($1::text[]) AND l.stage IN ('award', 'approval', 'payment')
       AND (l.organization_uid, l.ada) IN (SELECT p.organization_uid, p.ada FROM pairs p)
       AND d.status = 'PUBLISHED' AND d.gone_at IS NULL
       AND NOT EXISTS (SELECT FROM screened s WHERE s.organization_uid = l.organization_uid AND s.ada = l.ada
                                                AND s.suspect AND s.flag <> 'same_contract')
     GROUP BY l.organization_uid, l.ada, l.stage
    HAVING bool_and(l.amount IS NOT NULL AND l.sign > 0 AND NOT l.suspect)
), earlier AS (
    SELECT a.organization_uid, a.ada, a.amount, min(e.ada) AS other,
           sum(e.amount) * CASE e.stage WHEN 'award' THEN 1.24 ELSE 1 END AS allowed
      FROM pairs p
      JOIN acts a ON a.organization_uid = p.organization_uid AND a.ada = p.ada
      JOIN acts e ON e.organization_uid = p.organization_uid AND e.ada = p.other AND e.step < a.step
     GROUP BY a.organization_uid, a.ada, a.amount, e.stage
)
INSERT INTO screened (organization_uid, ada, flag, other_ada, suspect)
SELECT organization_uid, ada, 'exceeds', min(other), true
  FROM earlier
 WHERE amount > allowed * 1.01 AND amount > allowed + 1
 GROUP BY organization_uid, ada;

-- name: corrections
-- «Ορθή επανάληψη» under an ΑΔΑ of its own beside each earlier act that it may correct: of the same body and type, named
-- by it or alike in amount, within half a year. Awards and contracts are the business of `contracts`.
-- $1 bodies  $2 words (tsquery)
WITH corrections AS MATERIALIZED (
    SELECT d.organization_uid, d.ada, d.decision_type, d.issued_on, d.published_at, d.subject
      FROM texts t
      JOIN decisions d ON d.text_id = t.id
     WHERE t.lexemes @@ $2::text::tsquery AND d.organization_uid = ANY($1::text[])
       AND d.status = 'PUBLISHED' AND d.gone_at IS NULL
       AND EXISTS (SELECT FROM money_lines l WHERE l.organization_uid = d.organization_uid AND l.ada = d.ada
                                               AND l.stage NOT IN ('award', 'contract'))
), pairs AS (
    SELECT r.*, o.ada AS other, o.subject AS other_subject,
           EXISTS (SELECT FROM links k WHERE k.organization_uid = r.organization_uid AND k.ada = r.ada
                                         AND k.target_ada = o.ada) AS cited
      FROM corrections r
      JOIN decisions o ON o.organization_uid = r.organization_uid AND o.decision_type = r.decision_type
                      AND o.issued_on BETWEEN r.issued_on - 183 AND r.issued_on
                      AND (o.issued_on, o.published_at, o.ada) < (r.issued_on, r.published_at, r.ada)
     WHERE o.status = 'PUBLISHED' AND o.gone_at IS NULL
)
SELECT organization_uid, ada, subject, other, other_subject, cited
  FROM pairs p
 WHERE cited
    OR ((SELECT sum(l.amount * l.sign) FROM money_lines l WHERE l.organization_uid = p.organization_uid AND l.ada = p.ada)
        = (SELECT sum(l.amount * l.sign) FROM money_lines l WHERE l.organization_uid = p.organization_uid AND l.ada = p.other)
        AND (SELECT array_agg(DISTINCT coalesce(q.afm, q.name_key)) FROM line_payees q
              WHERE q.organization_uid = p.organization_uid AND q.ada = p.ada)
            IS NOT DISTINCT FROM
            (SELECT array_agg(DISTINCT coalesce(q.afm, q.name_key)) FROM line_payees q
              WHERE q.organization_uid = p.organization_uid AND q.ada = p.other))
 ORDER BY issued_on, published_at, ada, other;

-- name: write_replaced
-- $1 bodies  $2 ΑΔΑs  $3 the acts that correct them
INSERT INTO screened (organization_uid, ada, flag, other_ada, suspect)
SELECT uid, ada, 'replaced', by, true FROM unnest($1::text[], $2::text[], $3::text[]) AS new (uid, ada, by);
