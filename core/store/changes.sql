-- Whose acts make a difference.

-- name: sole_payees
-- Of these acts, those of one stage every line of which names one and the same payee, not the body itself.
-- $1 organizations  $2 ΑΔΑs  $3 stage
SELECT a.organization_uid, a.ada, min(p.afm) AS afm, min(p.name) AS name, bool_or(p.is_natural) AS "natural"
  FROM unnest($1::text[], $2::text[]) AS a(organization_uid, ada)
  JOIN money_lines m ON m.organization_uid = a.organization_uid AND m.ada = a.ada AND m.stage = $3
  LEFT JOIN line_payees p ON p.organization_uid = m.organization_uid AND p.ada = m.ada AND p.seq = m.seq
  LEFT JOIN register r ON r.uid = a.organization_uid
 GROUP BY 1, 2
HAVING count(DISTINCT p.afm) = 1 AND bool_and(p.afm IS NOT NULL) AND bool_and(p.afm IS DISTINCT FROM r.afm);
