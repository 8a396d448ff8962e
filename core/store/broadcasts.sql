-- What the operator writes to everybody who has alerts.

-- name: make
-- $1 text  $2 now
INSERT INTO broadcasts (text, made_at) VALUES ($1, $2) RETURNING id;

-- name: receivers
-- Chats that asked to be written to and may be: neither blocked nor shut out, and some alert of theirs is not stopped.
SELECT count(*)::integer FROM alert_chats c
 WHERE c.state = 'active' AND NOT EXISTS (SELECT FROM bans b WHERE b.conversation = c.conversation)
   AND EXISTS (SELECT FROM subscriptions s WHERE s.conversation = c.conversation AND s.state <> 'stopped');

-- name: confirm
-- Null when it was confirmed or cancelled before, or is too old to be meant.  $1 id  $2 now
UPDATE broadcasts SET confirmed_at = $2
 WHERE id = $1 AND confirmed_at IS NULL AND cancelled_at IS NULL AND made_at > $2::timestamptz - interval '1 hour'
RETURNING text;

-- name: send
-- A letter to each of them, once under its key.  $1 id  $2 text  $3 now
INSERT INTO outbox (key, conversation, kind, payload, due_at, created_at, broadcast_id)
SELECT 'broadcast:' || $1::bigint || ':' || c.conversation, c.conversation, 'broadcast', jsonb_build_object('text', $2::text), $3, $3, $1
  FROM alert_chats c
 WHERE c.state = 'active' AND NOT EXISTS (SELECT FROM bans b WHERE b.conversation = c.conversation)
   AND EXISTS (SELECT FROM subscriptions s WHERE s.conversation = c.conversation AND s.state <> 'stopped')
ON CONFLICT DO NOTHING
RETURNING id;

-- name: cancel
-- $1 id  $2 now
UPDATE broadcasts SET cancelled_at = coalesce(cancelled_at, $2) WHERE id = $1;

-- name: withdraw
-- Letters of it that nobody is sending yet.  $1 id
DELETE FROM outbox WHERE broadcast_id = $1 AND state = 'pending' RETURNING id;

-- name: standing
-- $1 id
SELECT count(*) FILTER (WHERE state = 'sent')::integer AS sent, count(*) FILTER (WHERE state IN ('pending', 'sending'))::integer AS waiting
  FROM outbox WHERE broadcast_id = $1;
