-- PDFs and pages for readers: what is asked for, what came of it, and the files that Telegram holds already.

-- name: standing
-- Whether the PDF of an act may be shown.  $1 ΑΔΑ
SELECT version_key, private OR status <> 'PUBLISHED' OR gone_at IS NOT NULL AS withheld FROM decisions WHERE ada = $1;

-- name: ask
-- What came a moment ago is not asked for again.  $1 id  $2 ΑΔΑ  $3 page  $4 quote  $5 most that may wait
INSERT INTO paper_requests AS p (id, ada, page, quote)
SELECT $1, $2, $3::integer, $4 WHERE (SELECT count(*) FROM paper_requests w WHERE w.state = 'waiting') < $5
ON CONFLICT (id) DO UPDATE SET state = 'waiting', asked_at = now(), finished_at = NULL, content = NULL, marked = false
 WHERE p.state IN ('failed', 'refused') OR p.asked_at < now() - interval '5 minutes';

-- name: call
-- Wakes whoever fetches.
SELECT pg_notify('diafaneia_wanted', '');

-- name: state
-- $1 id
SELECT state FROM paper_requests WHERE id = $1;

-- name: content
-- $1 id
SELECT content, marked FROM paper_requests WHERE id = $1 AND state = 'ready';

-- name: waiting
-- The latest first: its reader may still be there.  $1 limit
SELECT ada, page, quote FROM paper_requests WHERE state = 'waiting' ORDER BY asked_at DESC, id LIMIT $1::integer;

-- name: forget
-- Nobody waits any longer for what was asked, or came, this long ago.
DELETE FROM paper_requests WHERE asked_at < now() - interval '10 minutes';

-- name: held_fast
-- The act, held fast until what came is stored: it may be revoked at this very moment.  $1 ΑΔΑ
SELECT private OR status <> 'PUBLISHED' OR gone_at IS NOT NULL AS withheld FROM decisions WHERE ada = $1 FOR SHARE;

-- name: finish
-- $1 id  $2 state  $3 content  $4 marked
UPDATE paper_requests SET state = $2, content = $3, marked = $4, finished_at = now() WHERE id = $1;

-- name: tell
-- Wakes the readers who wait.  $1 id
SELECT pg_notify('diafaneia_fetched', $1);

-- name: file_id
-- $1 bot  $2 ΑΔΑ  $3 version key
SELECT file_id FROM paper_files WHERE bot = $1 AND ada = $2 AND version_key = $3;

-- name: keep_file_id
-- Only while the act may be shown: it may have been revoked while the file was sent.  $1 bot  $2 ΑΔΑ  $3 version key  $4 file id
INSERT INTO paper_files (bot, ada, version_key, file_id)
SELECT $1, d.ada, d.version_key, $4 FROM decisions d
 WHERE d.ada = $2 AND d.version_key = $3 AND NOT d.private AND d.status = 'PUBLISHED' AND d.gone_at IS NULL
ON CONFLICT (bot, ada) DO UPDATE SET version_key = excluded.version_key, file_id = excluded.file_id;

-- name: drop_file_id
-- $1 bot  $2 ΑΔΑ
DELETE FROM paper_files WHERE bot = $1 AND ada = $2;
