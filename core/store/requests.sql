-- What the bot asks of the ingest process: single acts to fetch, bodies to follow.

-- name: ask
-- A request that was answered a moment ago is not sent to the source again.  $1 ΑΔΑs  $2 most that may wait
INSERT INTO fetch_requests AS f (ada)
SELECT asked.ada FROM unnest($1::text[]) AS asked (ada)
 WHERE (SELECT count(*) FROM fetch_requests w WHERE w.state = 'waiting') < $2
 ORDER BY asked.ada
ON CONFLICT (ada) DO UPDATE SET state = 'waiting', asked_at = now(), finished_at = NULL, tries = 0
 WHERE f.state IN ('failed', 'stored') OR (f.state = 'absent' AND f.finished_at < now() - interval '10 minutes')
    OR (f.state = 'waiting' AND f.asked_at < now() - interval '10 minutes');

-- name: call
-- Wakes whoever fetches.
SELECT pg_notify('diafaneia_wanted', '');

-- name: call_keeper
-- Wakes whoever reads the source: something is owed.
SELECT pg_notify('diafaneia_owed', '');

-- name: states
-- $1 ΑΔΑs
SELECT ada, state FROM fetch_requests WHERE ada = ANY($1::text[]);

-- name: waiting
-- What is to be fetched, the latest first: its reader may still be there.  $1 limit
SELECT ada FROM fetch_requests WHERE state = 'waiting' ORDER BY asked_at DESC, ada LIMIT $1::integer;

-- name: queued
SELECT count(*) FROM fetch_requests WHERE state = 'waiting';

-- name: expire
-- Nobody waits for what was asked this long ago.
UPDATE fetch_requests SET state = 'failed', finished_at = now()
 WHERE state = 'waiting' AND asked_at < now() - interval '1 day';

-- name: forget
DELETE FROM fetch_requests WHERE state <> 'waiting' AND finished_at < now() - interval '30 days';

-- name: finish
-- $1 ΑΔΑ  $2 state
UPDATE fetch_requests SET state = $2, finished_at = now(), tries = tries + 1 WHERE ada = $1;

-- name: tell
-- Wakes the readers who wait.  $1 ΑΔΑ
SELECT pg_notify('diafaneia_fetched', $1);

-- name: want
-- $1 uid
INSERT INTO wanted_bodies AS w (organization_uid) VALUES ($1)
ON CONFLICT (organization_uid) DO UPDATE SET times = w.times + 1, last_asked_at = now();

-- name: wanted
-- Bodies that readers wish for and that are not followed.
SELECT w.organization_uid, coalesce(r.label, 'Φορέας ' || w.organization_uid) AS label, w.times, w.first_asked_at, w.last_asked_at
  FROM wanted_bodies w
  LEFT JOIN register r ON r.uid = w.organization_uid
 WHERE NOT EXISTS (SELECT FROM feeds f WHERE f.organization_uid = w.organization_uid AND f.removed_at IS NULL)
 ORDER BY w.times DESC, w.organization_uid;
