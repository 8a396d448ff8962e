-- Subscriptions of chats, and the chats themselves as addressees.

-- name: alone
-- Between the moment in which ingestion looks at the subscriptions and its commit no new one is made, so that what it
-- brings is either seen by the reader who subscribes or told to him.  $1 lock
SELECT pg_advisory_xact_lock($1);

-- name: together
-- The other side of it.  $1 lock
SELECT pg_advisory_xact_lock_shared($1);

-- name: version
-- Changes with every change of a subscription, and is of this database alone.
SELECT current_database() || ' ' || version || ' ' || xmin FROM subscription_version;

-- name: watched
-- Every subscription that is looked for, paused ones too.
SELECT s.* FROM subscriptions s WHERE s.state <> 'stopped' ORDER BY s.id;

-- name: greet
-- The chat as an addressee, if it is none yet.  $1 conversation
INSERT INTO alert_chats (conversation) VALUES ($1) ON CONFLICT DO NOTHING;

-- name: add
-- Null when the chat has the same wish already.  $1 conversation  $2 title  $3 wish  $4 its key  $5 frequency  $6 weekday
-- $7 now  $8 what was posted before is no news
INSERT INTO subscriptions (conversation, title, wish, wish_key, frequency, weekday, created_at, news_from)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING
RETURNING *;

-- name: same
-- The chat's subscription with this wish.  $1 conversation  $2 key
SELECT * FROM subscriptions WHERE conversation = $1 AND wish_key = $2;

-- name: of_chat
-- $1 conversation
SELECT * FROM subscriptions WHERE conversation = $1 ORDER BY id;

-- name: find
-- $1 conversation  $2 id
SELECT * FROM subscriptions WHERE conversation = $1 AND id = $2;

-- name: reword
-- Another wish under the same subscription.  $1 conversation  $2 id  $3 title  $4 wish  $5 key
-- $6 what was posted before is no news of it (null: as it was)
UPDATE subscriptions SET title = $3, wish = $4, wish_key = $5, news_from = greatest(news_from, $6::timestamptz) WHERE conversation = $1 AND id = $2 RETURNING *;

-- name: pace
-- $1 conversation  $2 id  $3 frequency  $4 weekday
UPDATE subscriptions SET frequency = $3, weekday = $4 WHERE conversation = $1 AND id = $2 RETURNING *;

-- name: set_state
-- $1 conversation  $2 ids (null: all)  $3 state  $4 paused until
UPDATE subscriptions SET state = $3, paused_until = $4
 WHERE conversation = $1 AND ($2::bigint[] IS NULL OR id = ANY($2)) AND (state <> $3 OR paused_until IS DISTINCT FROM $4)
RETURNING *;

-- name: asleep
-- Whether a pause has ended that nobody has noticed.  $1 now
SELECT EXISTS (SELECT FROM subscriptions WHERE state = 'paused' AND paused_until <= $1);

-- name: wake
-- Pauses that have ended.  $1 now
UPDATE subscriptions SET state = 'active', paused_until = NULL WHERE state = 'paused' AND paused_until <= $1;

-- name: remove
-- $1 conversation  $2 id
DELETE FROM subscriptions WHERE conversation = $1 AND id = $2 RETURNING *;

-- name: edit
-- The next message of the chat words this subscription anew.  $1 conversation  $2 id (null: no longer)
UPDATE alert_chats SET editing = $2, editing_at = now() WHERE conversation = $1;

-- name: rooms
-- The chat, and what lies within it (its topics), as far as letters go there.  $1 conversation
SELECT conversation FROM alert_chats WHERE conversation = $1 OR starts_with(conversation, $1 || '/') ORDER BY 1;

-- name: block
-- The chat cannot be written to any more.  $1 conversation  $2 now
UPDATE alert_chats SET state = 'blocked', blocked_at = $2 WHERE conversation = $1 AND state = 'active';

-- name: unblock
-- Whether it was blocked.  $1 conversation
UPDATE alert_chats SET state = 'active', blocked_at = NULL WHERE conversation = $1 AND state = 'blocked' RETURNING true;

-- name: move_alerts
-- A group has become another chat, which had no alerts of its own.  $1 from  $2 to
UPDATE alert_chats SET conversation = $2
 WHERE conversation = $1 AND NOT EXISTS (SELECT FROM alert_chats WHERE conversation = $2);

-- name: move_subscriptions
-- To a chat that has alerts: those that it lacks.  $1 from  $2 to
UPDATE subscriptions s SET conversation = $2
 WHERE s.conversation = $1
   AND NOT EXISTS (SELECT FROM subscriptions t WHERE t.conversation = $2 AND t.wish_key = s.wish_key);

-- name: join_digests
-- Of two digests that wait one is left, due at the earlier.  $1 from  $2 to
UPDATE outbox o SET due_at = least(o.due_at, b.due_at) FROM outbox b
 WHERE o.conversation = $2 AND o.kind = 'digest' AND o.state = 'pending'
   AND b.conversation = $1 AND b.kind = 'digest' AND b.state = 'pending';

-- name: move_digest
-- Where the other has none that waits.  $1 from  $2 to
UPDATE outbox o SET conversation = $2
 WHERE o.conversation = $1 AND o.kind = 'digest' AND o.state = 'pending'
   AND NOT EXISTS (SELECT FROM outbox b WHERE b.conversation = $2 AND b.kind = 'digest' AND b.state = 'pending');

-- name: move_letters
-- $1 from  $2 to
UPDATE outbox SET conversation = $2 WHERE conversation = $1 AND NOT (kind = 'digest' AND state = 'pending');

-- name: move_chat
-- $1 from  $2 to
UPDATE chats SET conversation = $2
 WHERE conversation = $1 AND NOT EXISTS (SELECT FROM chats WHERE conversation = $2);

-- name: move_answers
-- $1 from  $2 to
UPDATE answers SET conversation = $2 WHERE conversation = $1;

-- name: forget
-- Subscriptions, what was found for them and letters that wait, too.  $1 conversation
DELETE FROM alert_chats WHERE conversation = $1;

-- name: horizon
-- Until when everything that these bodies posted is held, at the least; of all that are followed without $1. Null where
-- nothing is proven.  $1 organizations (null: all)
SELECT min(held) FROM (
    SELECT max(w.held_until) AS held
      FROM feeds f JOIN windows w USING (organization_uid)
     WHERE f.removed_at IS NULL AND w.state = 'closed' AND ($1::text[] IS NULL OR f.organization_uid = ANY($1))
     GROUP BY f.organization_uid) AS bodies;

-- name: followed
-- Which of these bodies are read from the source.  $1 organizations (null: all)
SELECT organization_uid FROM feeds WHERE removed_at IS NULL AND ($1::text[] IS NULL OR organization_uid = ANY($1));

-- name: at_once
-- Bodies that somebody wants to know of at once; null among them: of all.  $1 now
SELECT DISTINCT body
  FROM subscriptions s
  JOIN alert_chats c USING (conversation)
  LEFT JOIN LATERAL jsonb_array_elements_text(s.wish -> 'organizations') AS body ON true
 WHERE s.frequency = 'immediate' AND c.state = 'active'
   AND (s.state = 'active' OR (s.state = 'paused' AND s.paused_until <= $1));
