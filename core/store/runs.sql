-- Runs of the ingestion: which nights were read, what came of them, who talks to the source now.

-- name: try_lock
-- One process at a time talks to the source; let go with the connection.  $1 key
SELECT pg_try_advisory_lock($1::bigint);

-- name: unlock
-- $1 key
SELECT pg_advisory_unlock($1::bigint);

-- name: is_locked
-- $1 key, which is small enough to stand in the lower half
SELECT EXISTS (SELECT FROM pg_locks
                WHERE locktype = 'advisory' AND objsubid = 1 AND classid = 0 AND objid = $1::oid AND granted
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()));

-- name: start
-- $1 kind  $2 night  $3 load  $4 now
INSERT INTO runs (kind, night, load_id, started_at, beat_at) VALUES ($1, $2, $3, $4, $4) RETURNING id;

-- name: beat
-- $1 run  $2 now  $3 requests  $4 retries  $5 windows  $6 new  $7 changed  $8 gone  $9 rejected
UPDATE runs SET beat_at = $2, requests = $3, retries = $4, windows = $5, new_rows = $6, changed_rows = $7, gone_rows = $8,
       rejected_rows = $9
 WHERE id = $1;

-- name: body
-- $1 run  $2 uid  $3 state  $4 error
INSERT INTO run_bodies (run_id, organization_uid, state, error) VALUES ($1, $2, $3, $4)
ON CONFLICT (run_id, organization_uid) DO UPDATE SET state = excluded.state, error = excluded.error;

-- name: finish
-- $1 run  $2 state  $3 now  $4 error
UPDATE runs SET state = $2, finished_at = $3, beat_at = $3, error = $4 WHERE id = $1;

-- name: cut
-- Runs that nobody is running any more.  $1 now
UPDATE runs SET state = 'cut', finished_at = $1 WHERE state = 'running';

-- name: is_done
-- $1 night
SELECT EXISTS (SELECT FROM runs WHERE kind = 'nightly' AND night = $1 AND state = 'done');

-- name: attempts
-- How often a night, or a backfill, was tried in vain since it last went well, and when that was last.  $1 kind  $2 night
SELECT count(*)::integer AS failed, max(finished_at) AS last_at
  FROM runs
 WHERE kind = $1 AND ($2::date IS NULL OR night = $2) AND state IN ('failed', 'partial')
   AND id > coalesce((SELECT max(d.id) FROM runs d WHERE d.kind = $1 AND d.state = 'done'), 0);

-- name: bodies_done
-- Bodies that need not be read again this night.  $1 night
SELECT DISTINCT b.organization_uid
  FROM run_bodies b JOIN runs r ON r.id = b.run_id
 WHERE r.night = $1 AND b.state = 'done';

-- name: bodies_failed
-- How the bodies of a run failed.  $1 run
SELECT organization_uid, error FROM run_bodies WHERE run_id = $1 AND state = 'failed' ORDER BY organization_uid;

-- name: last
-- The last run of a kind, whatever came of it.  $1 kind
SELECT * FROM runs WHERE kind = $1 ORDER BY id DESC LIMIT 1;

-- name: last_done
-- $1 kind
SELECT * FROM runs WHERE kind = $1 AND state = 'done' ORDER BY id DESC LIMIT 1;

-- name: failing_since
-- When the nightly runs began to fail, if they do.
SELECT min(started_at) AS since
  FROM runs
 WHERE kind = 'nightly' AND state IN ('failed', 'partial', 'cut')
   AND id > coalesce((SELECT max(d.id) FROM runs d WHERE d.kind = 'nightly' AND d.state = 'done'), 0);

-- name: warn
-- $1 night  $2 now
INSERT INTO night_warnings (night, told_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING night;

-- name: warned
-- The last night that the operator was told about.
SELECT night, told_at FROM night_warnings ORDER BY night DESC LIMIT 1;
