-- What acts say of each other by naming one another (DIAVGEIA_API §9.6, §10 rule 7). Links are sparse: no link, no verdict.

-- name: clear
-- $1 bodies  $2 flags
DELETE FROM screened WHERE organization_uid = ANY($1::text[]) AND flag = ANY($2::text[]);

-- name: bodies
SELECT DISTINCT organization_uid FROM decisions ORDER BY organization_uid;

-- name: find_exceeding
-- Payment above the approvals that it is linked with, approval or payment above the awards: by more than 1 % and 1 €.
-- An award may be stated without VAT, so it is taken with the highest rate. A contract that counts by another act speaks
-- with the amount of that one. No verdict unless every act that may be an earlier one is held, published, undoubted,
-- stated whole and of an earlier or the same day, and all who are paid are among its payees. It is told, no more: an
-- addition that nobody links would look the same.  $1 bodies
WITH pairs AS (
    SELECT organization_uid, ada, target_ada AS other FROM links WHERE organization_uid = ANY($1::text[])
     UNION
    SELECT organization_uid, target_ada, ada FROM links WHERE organization_uid = ANY($1::text[])
), standing AS (
    SELECT p.organization_uid, p.ada, coalesce(c.other_ada, p.other) AS other, p.other AS named
      FROM pairs p
      LEFT JOIN screened c ON c.organization_uid = p.organization_uid AND c.ada = p.other AND c.flag = 'same_contract'
), acts AS (
    SELECT d.organization_uid, d.ada, d.issued_on, m.stage, m.amount, q.payees,
           CASE m.stage WHEN 'award' THEN 1 WHEN 'approval' THEN 2 WHEN 'payment' THEN 3 END AS step,
           d.status = 'PUBLISHED' AND d.gone_at IS NULL AND m.sound AND q.payees IS NOT NULL
           AND NOT EXISTS (SELECT FROM screened s
                            WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada AND s.suspect) AS sound
      FROM (SELECT s.organization_uid, s.ada FROM standing s
             UNION SELECT s.organization_uid, s.other FROM standing s) w
      JOIN decisions d USING (organization_uid, ada)
      LEFT JOIN LATERAL (
          SELECT min(l.stage) AS stage, sum(l.amount) AS amount,
                 bool_and(l.amount IS NOT NULL AND l.sign > 0 AND NOT l.suspect) AND min(l.stage) = max(l.stage) AS sound
            FROM money_lines l WHERE l.organization_uid = w.organization_uid AND l.ada = w.ada) m ON true
      LEFT JOIN LATERAL (
          SELECT array_agg(DISTINCT coalesce(p.afm, p.name_key)) AS payees
            FROM line_payees p WHERE p.organization_uid = w.organization_uid AND p.ada = w.ada
          HAVING bool_and(coalesce(p.afm, p.name_key) IS NOT NULL)) q ON true
), judged AS (
    SELECT DISTINCT a.organization_uid, a.ada, a.amount, a.payees, e.ada AS other, e.stage, e.amount AS other_amount,
           e.payees AS other_payees,
           coalesce(e.sound AND n.status = 'PUBLISHED' AND n.gone_at IS NULL
                    AND greatest(e.issued_on, n.issued_on) <= a.issued_on, false) AS speaks
      FROM acts a
      JOIN standing s USING (organization_uid, ada)
      LEFT JOIN acts e ON e.organization_uid = s.organization_uid AND e.ada = s.other
      LEFT JOIN decisions n ON n.organization_uid = s.organization_uid AND n.ada = s.named
     WHERE a.sound AND a.step > 1 AND (e.ada IS NULL OR e.step < a.step)
), earlier AS (
    SELECT organization_uid, ada, amount, min(other) AS other,
           sum(other_amount) * CASE stage WHEN 'award' THEN 1.24 ELSE 1 END AS allowed
      FROM (SELECT *, bool_and(speaks) OVER (PARTITION BY organization_uid, ada) AS all_speak FROM judged) j
     WHERE all_speak
     GROUP BY organization_uid, ada, amount, payees, stage
    HAVING payees <@ string_to_array(string_agg(array_to_string(other_payees, E'\n'), E'\n'), E'\n')
)
INSERT INTO screened (organization_uid, ada, flag, other_ada, suspect)
SELECT organization_uid, ada, 'exceeds', min(other), false
  FROM earlier
 WHERE amount > allowed * 1.01 AND amount > allowed + 1
 GROUP BY organization_uid, ada;

-- name: corrections
-- «Ορθή επανάληψη» under an ΑΔΑ of its own, if it counts itself, beside each earlier act that it may correct: of the same
-- body, type and signs, named by it or alike in amount and payees, within half a year. Awards and contracts are the
-- business of `contracts`.  $1 bodies  $2 words (tsquery)
WITH corrections AS MATERIALIZED (
    SELECT d.organization_uid, d.ada, d.decision_type, d.issued_on, d.published_at, d.subject, m.amount, m.signs,
           (SELECT array_agg(DISTINCT coalesce(q.afm, q.name_key)) FROM line_payees q
             WHERE q.organization_uid = d.organization_uid AND q.ada = d.ada
            HAVING bool_and(coalesce(q.afm, q.name_key) IS NOT NULL)) AS payees
      FROM texts t
      JOIN decisions d ON d.text_id = t.id
     CROSS JOIN LATERAL (SELECT sum(l.amount * l.sign) AS amount, array_agg(DISTINCT l.sign) AS signs FROM countable_lines l
                          WHERE l.organization_uid = d.organization_uid AND l.ada = d.ada
                            AND l.stage NOT IN ('award', 'contract')) m
     WHERE t.lexemes @@ $2::text::tsquery AND d.organization_uid = ANY($1::text[]) AND m.amount IS NOT NULL
), pairs AS (
    SELECT r.*, o.ada AS other, o.subject AS other_subject,
           EXISTS (SELECT FROM links k WHERE k.organization_uid = r.organization_uid AND k.ada = r.ada
                                         AND k.target_ada = o.ada) AS cited
      FROM corrections r
      JOIN decisions o ON o.organization_uid = r.organization_uid AND o.decision_type = r.decision_type AND o.ada <> r.ada
                      AND o.issued_on BETWEEN r.issued_on - 183 AND r.issued_on
                      AND (o.issued_on < r.issued_on
                           OR CASE WHEN o.published_at <> r.published_at THEN o.published_at < r.published_at
                                   ELSE o.ada < r.ada OR o.ada NOT IN (SELECT c.ada FROM corrections c) END)
     WHERE o.status = 'PUBLISHED' AND o.gone_at IS NULL
)
SELECT organization_uid, ada, subject, other, other_subject, cited
  FROM pairs p
 WHERE (cited
        OR (amount = (SELECT sum(l.amount * l.sign) FROM money_lines l
                       WHERE l.organization_uid = p.organization_uid AND l.ada = p.other)
            AND payees = (SELECT array_agg(DISTINCT coalesce(q.afm, q.name_key)) FROM line_payees q
                           WHERE q.organization_uid = p.organization_uid AND q.ada = p.other
                          HAVING bool_and(coalesce(q.afm, q.name_key) IS NOT NULL))))
   AND signs = (SELECT array_agg(DISTINCT l.sign) FROM money_lines l
                 WHERE l.organization_uid = p.organization_uid AND l.ada = p.other)
 ORDER BY issued_on, published_at, ada, other;

-- name: write_replaced
-- $1 bodies  $2 ΑΔΑs  $3 the acts that may correct them
INSERT INTO screened (organization_uid, ada, flag, other_ada, suspect)
SELECT uid, ada, 'replaced', by, false FROM unnest($1::text[], $2::text[], $3::text[]) AS new (uid, ada, by);
