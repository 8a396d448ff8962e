-- Letters that wait, are being sent, were sent. Whoever sends holds a lease; a lease that ends is a sender that died.

-- name: expect
-- A digest of each of these chats is due; the one that waits already may become due earlier. A blocked chat's waits too.
-- $1 conversations  $2 due  $3 now
INSERT INTO outbox AS o (conversation, kind, due_at, created_at)
SELECT n.conversation, 'digest', n.due_at, $3
  FROM unnest($1::text[], $2::timestamptz[]) AS n(conversation, due_at)
 ORDER BY n.conversation
ON CONFLICT (conversation) WHERE kind = 'digest' AND state = 'pending'
DO UPDATE SET due_at = excluded.due_at WHERE o.due_at > excluded.due_at;

-- name: notify
-- A letter of its own to each of these chats, once under its key.  $1 conversations  $2 keys  $3 payload  $4 due  $5 now
INSERT INTO outbox (key, conversation, kind, payload, due_at, created_at)
SELECT n.key, n.conversation, 'notice', $3, $4, $5 FROM unnest($1::text[], $2::text[]) AS n(conversation, key)
ON CONFLICT DO NOTHING
RETURNING id;

-- name: addressees
-- Chats that wait for something.  Paused ones wait for nothing.
SELECT DISTINCT conversation FROM subscriptions JOIN alert_chats c USING (conversation)
 WHERE subscriptions.state = 'active' AND c.state = 'active' AND NOT EXISTS (SELECT FROM bans b WHERE b.conversation = c.conversation)
 ORDER BY 1;

-- name: abandoned
-- Letters whose sender died, in turn.  $1 now
SELECT id FROM outbox WHERE state = 'sending' AND leased_until < $1 ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED;

-- name: loosen
-- What was in these letters waits again.  $1 ids
UPDATE matches SET letter_id = NULL WHERE letter_id = ANY($1::bigint[]) AND told_at IS NULL;

-- name: join_waiting
-- A digest that comes back joins the one that waits meanwhile, which is due when the first would be: what is due later
-- gets another.  $1 ids  $2 due
UPDATE outbox o SET due_at = $2, attempts = greatest(o.attempts, b.attempts)
  FROM outbox b
 WHERE b.id = ANY($1::bigint[]) AND b.kind = 'digest' AND o.conversation = b.conversation AND o.kind = 'digest'
   AND o.state = 'pending' AND o.id <> b.id
RETURNING b.id;

-- name: remove
-- $1 ids
DELETE FROM outbox WHERE id = ANY($1::bigint[]);

-- name: put_back
-- $1 ids  $2 due  $3 error  $4 tries that do not count
UPDATE outbox SET state = 'pending', due_at = $2, error = $3, leased_until = NULL, attempts = greatest(attempts - $4, 0)
 WHERE id = ANY($1::bigint[]) AND state = 'sending';

-- name: may_send
-- How many letters may go now, of all senders together: none while the switch is off or the last ones have their time.
-- $1 now
SELECT true FROM sending_pace WHERE NOT paused AND next_at <= $1 FOR UPDATE SKIP LOCKED;

-- name: spend
-- $1 until
UPDATE sending_pace SET next_at = $1;

-- name: due
-- Chats with something to be sent, the longest ago first, the operator's own messages last; each once, and no longer than
-- it may be written to; they are ours until the transaction ends.  $1 beginning of their names  $2 now  $3 at most
SELECT c.conversation
  FROM alert_chats c
  JOIN (SELECT n.conversation, bool_and(n.kind = 'broadcast') AS is_last
          FROM (SELECT w.conversation, w.kind
                  FROM outbox w JOIN alert_chats a USING (conversation)
                 WHERE w.state = 'pending' AND w.due_at <= $2 AND starts_with(w.conversation, $1)
                   AND a.state = 'active' AND a.next_send_at <= $2
                   AND NOT EXISTS (SELECT FROM bans b WHERE b.conversation = w.conversation)
                 ORDER BY w.kind = 'broadcast', w.due_at LIMIT 10 * $3::integer) AS n
         GROUP BY n.conversation) AS next USING (conversation)
 WHERE c.state = 'active' AND c.next_send_at <= $2
   AND NOT EXISTS (SELECT FROM outbox s WHERE s.conversation = c.conversation AND s.state = 'sending')
 ORDER BY next.is_last, c.next_send_at, c.conversation
 LIMIT $3::integer
   FOR NO KEY UPDATE OF c SKIP LOCKED;

-- name: take
-- The first letter of each of these chats. One that ingestion is adding to at this moment is left for the next time.
-- $1 conversations  $2 now  $3 leased until
WITH first AS (
    SELECT DISTINCT ON (o.conversation) o.id
      FROM outbox o
     WHERE o.conversation = ANY($1::text[]) AND o.state = 'pending' AND o.due_at <= $2
     ORDER BY o.conversation, o.kind = 'broadcast', o.due_at, o.id
), free AS (
    SELECT o.id FROM outbox o WHERE o.id IN (SELECT id FROM first) AND o.state = 'pending' FOR UPDATE SKIP LOCKED
)
UPDATE outbox o SET state = 'sending', attempts = o.attempts + 1, leased_until = $3
  FROM free f WHERE o.id = f.id
RETURNING o.id, o.key, o.conversation, o.kind, o.payload, o.attempts, o.created_at;

-- name: pace_chats
-- $1 conversations  $2 next
UPDATE alert_chats SET next_send_at = $2 WHERE conversation = ANY($1::text[]);

-- name: fill
-- What is due goes into the digests that were taken.  $1 ids  $2 due until
UPDATE matches m SET letter_id = o.id
  FROM outbox o, subscriptions s
 WHERE o.id = ANY($1::bigint[]) AND o.kind = 'digest' AND s.conversation = o.conversation AND s.state = 'active'
   AND m.subscription_id = s.id AND m.letter_id IS NULL AND m.told_at IS NULL AND m.taken_at IS NULL AND m.due_at <= $2
RETURNING o.id;

-- name: expect_rest
-- What is due later has a digest of its own, now that the first is being sent.  $1 conversations  $2 now
INSERT INTO outbox (conversation, kind, due_at, created_at)
SELECT s.conversation, 'digest', min(m.due_at), $2
  FROM matches m JOIN subscriptions s ON s.id = m.subscription_id
 WHERE s.conversation = ANY($1::text[]) AND s.state = 'active' AND m.letter_id IS NULL AND m.told_at IS NULL
   AND m.taken_at IS NULL AND m.due_at IS NOT NULL
 GROUP BY s.conversation
ON CONFLICT DO NOTHING;

-- name: sent
-- $1 id  $2 now
UPDATE outbox SET state = 'sent', sent_at = $2, leased_until = NULL, error = NULL WHERE id = $1;

-- name: told
-- $1 letter  $2 now
UPDATE matches SET told_at = $2 WHERE letter_id = $1 AND told_at IS NULL;

-- name: bury
-- It will not be tried again.  $1 id  $2 error
UPDATE outbox SET state = 'dead', error = $2, leased_until = NULL WHERE id = $1;

-- name: empty
-- Nothing was left to be told.  $1 ids
UPDATE outbox SET state = 'empty', leased_until = NULL WHERE id = ANY($1::bigint[]);

-- name: hold_chat
-- $1 conversation  $2 not before
UPDATE alert_chats SET next_send_at = greatest(next_send_at, $2) WHERE conversation = $1;

-- name: last_sent
-- When the digest before this one went out.  $1 conversation
SELECT max(sent_at) FROM outbox WHERE conversation = $1 AND kind = 'digest' AND state = 'sent';

-- name: sent_to
-- For the reader's own file.  $1 conversation
SELECT kind, created_at, sent_at, state FROM outbox WHERE conversation = $1 ORDER BY id;

-- name: standing
-- For the operator.  $1 now
SELECT count(*) FILTER (WHERE o.state = 'pending' AND o.due_at <= $1)::integer AS waiting,
       min(o.due_at) FILTER (WHERE o.state = 'pending' AND o.due_at <= $1) AS oldest,
       (SELECT paused FROM sending_pace) AS paused,
       count(*) FILTER (WHERE o.state = 'dead')::integer AS dead,
       (SELECT count(*)::integer FROM alert_chats WHERE state = 'blocked') AS blocked,
       (SELECT count(*)::integer FROM subscriptions WHERE state = 'active') AS subscriptions
  FROM outbox o JOIN alert_chats c USING (conversation) WHERE c.state = 'active' OR o.state = 'dead';

-- name: gaps
-- Nights without a run that read anything, between the first and the last that did.  $1 since  $2 until
SELECT before.at AS since, before.next AS until
  FROM (SELECT r.started_at AS at, lead(r.started_at) OVER (ORDER BY r.started_at) AS next
          FROM runs r WHERE r.kind = 'nightly' AND r.state IN ('done', 'partial')) AS before
 WHERE before.next - before.at > interval '36 hours' AND before.next > $1 AND before.at < $2
 ORDER BY 1;

-- name: last_night
-- When the last night that was read, if only in part, or is being read, began; null before the first.  $1 now
SELECT max(started_at) FROM runs
 WHERE kind = 'nightly' AND (state IN ('done', 'partial') OR (state = 'running' AND beat_at > $1::timestamptz - interval '30 minutes'));

-- name: withdraw
-- An outage that has ended is not told any more.  $1 the day of the last night
DELETE FROM outbox WHERE state = 'pending' AND payload ->> 'outage_since' < $1::text;

-- name: switch
-- The operator's: nothing is sent while it is off, nothing is lost.  $1 whether it is off
UPDATE sending_pace SET paused = $1 WHERE paused <> $1 RETURNING true;
