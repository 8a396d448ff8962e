-- The bodies that we read from Διαύγεια, and how far what is proven of them reaches.

-- name: add
-- Begins to follow a body, or reaches further back; a body that was removed begins anew.  $1 uid  $2 label  $3 since, or
-- null: as it was, or from the beginning of Διαύγεια  $4 now
INSERT INTO feeds AS f (organization_uid, label, since, added_at)
SELECT $1::text, coalesce((SELECT r.label FROM register r WHERE r.uid = $1), nullif($2::text, ''), 'Φορέας ' || $1),
       coalesce($3::date, date '2010-10-01'), $4
ON CONFLICT (organization_uid) DO UPDATE SET
    label = excluded.label, removed_at = NULL,
    since = CASE WHEN f.removed_at IS NULL THEN least(f.since, coalesce($3::date, f.since)) ELSE excluded.since END,
    added_at = CASE WHEN f.removed_at IS NULL THEN f.added_at ELSE excluded.added_at END
RETURNING organization_uid, label, since, added_at;

-- name: is_empty
-- Nobody has ever said which bodies to follow.
SELECT NOT EXISTS (SELECT FROM feeds);

-- name: remove
-- $1 uid  $2 now
UPDATE feeds SET removed_at = $2 WHERE organization_uid = $1 AND removed_at IS NULL RETURNING organization_uid;

-- name: keep_as_archive
-- What was read of a body that is followed no longer stays, as an archive.  $1 uid
UPDATE organizations SET source = 'loaded' WHERE uid = $1 AND source = 'ingested';

-- name: followed
SELECT organization_uid, label, since, added_at FROM feeds WHERE removed_at IS NULL ORDER BY organization_uid;

-- name: cover
-- A body is covered from its first closed window on. One that was loaded from files stays an archive of unknown
-- completeness until nothing is left unread.  $1 uid  $2 whether everything since its day is proven
INSERT INTO organizations AS o (uid, label, since, source)
SELECT f.organization_uid, f.label, f.since, 'ingested' FROM feeds f
 WHERE f.organization_uid = $1 AND f.removed_at IS NULL
ON CONFLICT (uid) DO UPDATE SET since = excluded.since, source = CASE WHEN $2 THEN 'ingested' ELSE o.source END
 WHERE o.since IS DISTINCT FROM excluded.since OR ($2 AND o.source <> 'ingested');

-- name: name_feeds
-- Names as the register has them now.
UPDATE feeds f SET label = r.label FROM register r WHERE r.uid = f.organization_uid AND f.label <> r.label;

-- name: holdings
-- Of every body that is followed: its windows summed up, for the operator.
SELECT f.organization_uid, f.label, f.since, f.added_at,
       count(w.first_on) FILTER (WHERE w.state = 'closed')::integer AS closed,
       count(w.first_on) FILTER (WHERE w.state = 'incomplete')::integer AS incomplete,
       min(w.held_until) FILTER (WHERE w.state = 'closed') AS held_until,
       max(w.last_on) FILTER (WHERE w.state = 'closed') AS last_on,
       (SELECT count(*)::integer FROM decisions d WHERE d.organization_uid = f.organization_uid AND d.gone_at IS NULL) AS decisions
  FROM feeds f
  LEFT JOIN windows w USING (organization_uid)
 WHERE f.removed_at IS NULL
 GROUP BY f.organization_uid
 ORDER BY f.label, f.organization_uid;
