-- Chats and people that the operator has shut out.

-- name: add
-- $1 conversation  $2 now
INSERT INTO bans (conversation, banned_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING true;

-- name: remove
-- $1 conversation
DELETE FROM bans WHERE conversation = $1 RETURNING true;

-- name: listed
SELECT conversation FROM bans ORDER BY banned_at, conversation;

-- name: tell
-- True the first time.  $1 conversation  $2 now
UPDATE bans SET told_at = $2 WHERE conversation = $1 AND told_at IS NULL RETURNING true;
