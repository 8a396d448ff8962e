-- The log of `ingest load`: one row a run, and the rows that could not be read.

-- name: start
-- $1 source
INSERT INTO loads (source) VALUES ($1) RETURNING id;

-- name: advance
-- $1 load  $2 rows read  $3 new  $4 changed  $5 rejected
UPDATE loads SET read_rows = $2, new_rows = $3, changed_rows = $4, rejected_rows = $5 WHERE id = $1;

-- name: finish
-- $1 load
UPDATE loads SET finished_at = now() WHERE id = $1;

-- name: unfinished
-- An earlier run was cut short, or this one is the first: what is counted over the whole set is out of date.
SELECT NOT EXISTS (SELECT FROM loads WHERE finished_at IS NOT NULL)
    OR EXISTS (SELECT FROM loads WHERE finished_at IS NULL AND id <> $1
                AND id > (SELECT coalesce(max(id), 0) FROM loads WHERE finished_at IS NOT NULL));

-- name: is_empty
SELECT NOT EXISTS (SELECT FROM decisions);

-- name: try_lock
SELECT pg_try_advisory_lock($1);

-- name: lock_turn
-- Waits; let go with the transaction.  $1 key  $2 whether what it commits may be lost if the server itself dies at once;
-- a later one that waits for the disk takes it along
SELECT pg_advisory_xact_lock($1), CASE WHEN $2::boolean THEN set_config('synchronous_commit', 'off', true) END;

-- name: unlock
SELECT pg_advisory_unlock($1);

-- name: create_incoming_rejections
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_rejections (row bigint NOT NULL, ada text, reason text NOT NULL, raw text NOT NULL);

-- name: clear_incoming_rejections
TRUNCATE incoming_rejections;

-- name: write_rejections
-- A row that was refused before for the same reason is not kept twice.  $1 load
INSERT INTO rejections (load_id, row, ada, reason, raw)
SELECT $1, i.row, i.ada, i.reason, i.raw
  FROM incoming_rejections i
 WHERE NOT EXISTS (SELECT FROM rejections r WHERE md5(r.raw) = md5(i.raw) AND r.raw = i.raw AND r.reason = i.reason)
ON CONFLICT DO NOTHING;

-- name: rejected
-- Why rows were refused, over all loads.
SELECT reason, count(*) AS rows FROM rejections GROUP BY reason ORDER BY count(*) DESC, reason;
