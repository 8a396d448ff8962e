-- Flags of published acts: those of their own record and those that only the whole set decides.

-- name: counts
-- $1 flags that take an act out of totals
SELECT f.flag, count(*) AS decisions, coalesce(sum(l.amount), 0) AS amount, f.flag = ANY($1::text[]) AS outside
  FROM countable_decisions d
 CROSS JOIN LATERAL (SELECT unnest(d.flags) UNION
                     SELECT s.flag FROM screened s WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada) f(flag)
  LEFT JOIN LATERAL (SELECT sum(m.amount) AS amount FROM money_lines m
                      WHERE m.organization_uid = d.organization_uid AND m.ada = d.ada) l ON true
 GROUP BY f.flag
 ORDER BY outside DESC, decisions DESC, f.flag;

-- name: sample
-- Each flag in its turn, its acts in an order that the seed alone decides; an act is drawn once.  $1 seed  $2 limit
WITH flagged AS (
    SELECT d.organization_uid, d.ada, d.decision_type, d.issued_on, d.subject, f.flag, f.other_ada,
           row_number() OVER (PARTITION BY f.flag ORDER BY md5($1::text || d.ada)) AS turn
      FROM countable_decisions d
     CROSS JOIN LATERAL (SELECT unnest(d.flags), NULL::text UNION ALL
                         SELECT s.flag, s.other_ada FROM screened s
                          WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada) f(flag, other_ada)
), drawn AS (
    SELECT DISTINCT ON (ada) * FROM flagged WHERE turn <= $2::integer ORDER BY ada, turn, flag
)
SELECT d.organization_uid, d.ada, d.decision_type, d.issued_on, d.subject, d.flag, d.other_ada,
       (SELECT sum(m.amount) FROM money_lines m WHERE m.organization_uid = d.organization_uid AND m.ada = d.ada) AS amount
  FROM drawn d
 ORDER BY d.turn, d.flag
 LIMIT $2::integer;
