-- What totals read of acts that count, kept one row an act and stage (migration 0010).

-- name: take_turn
-- Whoever counts after another sees what that one counted.  $1 lock
SELECT pg_advisory_xact_lock($1);

-- name: is_owed
SELECT NOT is_counted(NULL);

-- name: create_recounted
CREATE TEMPORARY TABLE IF NOT EXISTS recounted (organization_uid text NOT NULL, ada text NOT NULL) ON COMMIT DELETE ROWS;

-- name: clear_recounted
DELETE FROM recounted;

-- name: take_marks
-- The acts whose rows no longer hold.  $1 of these ΑΔΑs alone; null is all
WITH taken AS (
    DELETE FROM uncounted WHERE $1::text[] IS NULL OR ada = ANY($1) RETURNING organization_uid, ada
)
INSERT INTO recounted SELECT DISTINCT organization_uid, ada FROM taken;

-- name: analyze_recounted
ANALYZE recounted;

-- name: forget_flags
DELETE FROM counted_flags k USING recounted r WHERE k.organization_uid = r.organization_uid AND k.ada = r.ada;

-- name: forget_acts
DELETE FROM counted_acts k USING recounted r WHERE k.organization_uid = r.organization_uid AND k.ada = r.ada;

-- name: count_acts
-- Every column but the sums is one of the act, the same in all of its lines.
INSERT INTO counted_acts (organization_uid, stage, ada, decision_type, issued_on, year, text_id,
                          gross, reversed, net, reversal, stated, unread, placeholder, same_again)
SELECT l.organization_uid, l.stage, l.ada, l.decision_type, l.issued_on, l.year, l.text_id,
       sum(l.amount) FILTER (WHERE l.sign > 0), sum(l.amount) FILTER (WHERE l.sign < 0), sum(l.sign * l.amount),
       bool_and(l.sign < 0), bool_or(l.amount IS NOT NULL), bool_or(l.state = 'unread'), bool_or('placeholder' = ANY(l.flags)),
       EXISTS (SELECT FROM screened s WHERE s.organization_uid = l.organization_uid AND s.ada = l.ada AND s.flag = 'same_again')
  FROM recounted
  JOIN countable_lines l USING (organization_uid, ada)
 GROUP BY l.organization_uid, l.stage, l.ada, l.decision_type, l.issued_on, l.year, l.text_id
 ORDER BY l.organization_uid, l.stage, l.issued_on;

-- name: count_flags
INSERT INTO counted_flags (organization_uid, stage, ada, flag, amount)
SELECT l.organization_uid, l.stage, l.ada, flag.name, sum(l.sign * l.amount)
  FROM recounted
  JOIN countable_lines l USING (organization_uid, ada)
 CROSS JOIN LATERAL (SELECT unnest(l.flags) UNION ALL
                     SELECT s.flag FROM screened s WHERE s.organization_uid = l.organization_uid AND s.ada = l.ada
                                                     AND s.flag IN ('replaced', 'exceeds')) AS flag(name)
 GROUP BY l.organization_uid, l.stage, l.ada, flag.name;

-- name: forget_foreign
DELETE FROM foreign_links f USING recounted r WHERE f.organization_uid = r.organization_uid AND f.ada = r.ada;

-- name: forget_arrived
DELETE FROM foreign_links f USING recounted r WHERE f.organization_uid = r.organization_uid AND f.target_ada = r.ada;

-- name: find_foreign
-- Of links from these acts, and of links to them, which they left or came to.
INSERT INTO foreign_links
SELECT k.organization_uid, k.ada, k.target_ada
  FROM (SELECT k.* FROM recounted r JOIN links k USING (organization_uid, ada)
         UNION ALL
        SELECT k.* FROM recounted r JOIN links k ON k.organization_uid = r.organization_uid AND k.target_ada = r.ada) k
 WHERE NOT EXISTS (SELECT FROM decisions d WHERE d.organization_uid = k.organization_uid AND d.ada = k.target_ada)
    ON CONFLICT DO NOTHING;
