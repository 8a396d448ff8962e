-- name: course
-- The published course of one act: what it names and what names it, on and on, and the acts of the same contract.
-- Past an act that many others name (a payroll, a budget line of a year) nobody goes: its other acts are strangers.
-- So are acts of other payees.  $1 ΑΔΑ  $2 hops  $3 most acts that may name one on the way  $4 most acts
WITH RECURSIVE asked AS (
    SELECT d.organization_uid, d.ada, (SELECT array_agg(p.afm) FROM line_payees p
                                        WHERE p.organization_uid = d.organization_uid AND p.ada = d.ada
                                          AND p.afm IS NOT NULL) AS afms
      FROM decisions d WHERE d.ada = $1
), walk AS (
    SELECT organization_uid, ada, 0 AS hops FROM asked
     UNION
    SELECT o.organization_uid, o.ada, w.hops + 1
      FROM walk w
     CROSS JOIN LATERAL (
           SELECT k.target_ada AS ada, false AS by_lots FROM links k WHERE k.organization_uid = w.organization_uid AND k.ada = w.ada
            UNION
           SELECT k.ada, false FROM links k WHERE k.target_ada = w.ada
            UNION
           SELECT c.ada, false FROM contract_acts(w.organization_uid, w.ada) c
            UNION  -- an award that was signed by lots, and they, whoever got them
           SELECT s.other_ada, true FROM screened s
            WHERE s.organization_uid = w.organization_uid AND s.ada = w.ada AND s.flag = 'several_acts'
            UNION
           SELECT s.ada, true FROM screened own
             JOIN screened s ON s.organization_uid = own.organization_uid AND s.other_ada = own.ada AND s.flag = 'several_acts'
            WHERE own.organization_uid = w.organization_uid AND own.ada = w.ada AND own.flag = 'same_contract') near
      JOIN decisions o ON o.organization_uid = w.organization_uid AND o.ada = near.ada
     WHERE w.hops < $2::integer AND o.gone_at IS NULL
       AND (w.hops = 0 OR (SELECT count(*) FROM links k WHERE k.target_ada = w.ada) <= $3::integer)
       AND (near.by_lots OR NOT EXISTS (SELECT FROM asked a
                        WHERE a.afms IS NOT NULL
                          AND EXISTS (SELECT FROM line_payees p WHERE p.organization_uid = o.organization_uid
                                         AND p.ada = o.ada AND p.afm IS NOT NULL)
                          AND NOT EXISTS (SELECT FROM line_payees p WHERE p.organization_uid = o.organization_uid
                                             AND p.ada = o.ada AND p.afm = ANY(a.afms))))
), found AS (
    SELECT organization_uid, ada, min(hops) AS hops FROM walk GROUP BY organization_uid, ada
), picked AS (
    SELECT *, count(*) OVER () AS found_acts FROM found ORDER BY hops, ada LIMIT $4::integer
)
SELECT d.organization_uid, d.ada, d.decision_type, d.subject, d.issued_on, d.status, d.private, d.amount_state,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, m.stage, m.amount, m.sign, p.payees,
       f.found_acts,
       ARRAY(SELECT g.flag FROM unnest(d.flags) AS g(flag)
              UNION SELECT s.flag FROM screened s WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada
              ORDER BY 1) AS flags
  FROM picked f
  JOIN decisions d USING (organization_uid, ada)
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN LATERAL (
      SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
        FROM money_lines WHERE organization_uid = d.organization_uid AND ada = d.ada) m ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(afm, name, is_natural, NULL) ORDER BY seq, place) AS payees
        FROM line_payees WHERE organization_uid = d.organization_uid AND ada = d.ada) p ON true
 ORDER BY d.issued_on, d.ada;

-- name: absent
-- What these acts name and we do not hold.  $1 ΑΔΑs
SELECT DISTINCT k.target_ada AS ada
  FROM decisions d
  JOIN links k ON k.organization_uid = d.organization_uid AND k.ada = d.ada
 WHERE d.ada = ANY($1::text[]) AND NOT EXISTS (SELECT FROM decisions o WHERE o.ada = k.target_ada)
 ORDER BY 1;
