-- name: chat
-- A chat's chosen body, the question that waits for one, the subscription that is worded anew, and the last texts that were about data, newest first.  $1 conversation
SELECT c.organization_uid, c.awaiting,
       (SELECT e.editing FROM alert_chats e
         WHERE e.conversation = $1 AND e.editing_at > now() - interval '10 minutes') AS editing,
       ARRAY(SELECT a.request ->> 'text' FROM answers a
              WHERE a.conversation = $1 AND a.asked_at > now() - interval '2 hours' AND a.request ->> 'text' <> ''
                AND a.outcome NOT IN ('out_of_scope', 'refused', 'smalltalk', 'alert') AND NOT a.request ? 'again'
              ORDER BY a.asked_at DESC LIMIT 4) AS previous
  FROM (SELECT $1::text AS conversation) AS asked
  LEFT JOIN chats c USING (conversation);

-- name: choose_body
-- Remembers the body of a chat.  $1 conversation  $2 organization
INSERT INTO chats (conversation, organization_uid) VALUES ($1, $2)
ON CONFLICT (conversation) DO UPDATE SET organization_uid = $2, awaiting = NULL, seen_at = now();

-- name: turns
-- The last answers about data, newest first, without their receipts: pages and changed lists too.  $1 conversation  $2 limit
SELECT a.id, a.request, a.answer
  FROM answers a
 WHERE a.conversation = $1 AND a.asked_at > now() - interval '2 hours' AND a.request ->> 'text' <> ''
   AND a.outcome NOT IN ('out_of_scope', 'refused', 'smalltalk', 'alert')
 ORDER BY a.asked_at DESC
 LIMIT $2::integer;

-- name: told
-- The same for a recap: without pages and changed lists, with figures and the first acts.  $1 conversation  $2 limit
SELECT a.request, a.answer, a.outcome, a.receipt -> 'figures' AS figures,
       jsonb_path_query_array(a.receipt, '$.lookups[*].rows[0 to 1][0]') AS adas
  FROM answers a
 WHERE a.conversation = $1 AND a.asked_at > now() - interval '2 hours' AND a.request ->> 'text' <> ''
   AND a.outcome NOT IN ('out_of_scope', 'refused', 'smalltalk', 'alert') AND NOT a.request ? 'again'
 ORDER BY a.asked_at DESC
 LIMIT $2::integer;

-- name: save_turn
-- One turn as slots, and no more than the last four of a chat.  $1 conversation  $2 request  $3 answer id
WITH old AS (
    DELETE FROM turns WHERE conversation = $1
       AND at < (SELECT min(at) FROM (SELECT at FROM turns WHERE conversation = $1 ORDER BY at DESC LIMIT 3) AS kept)
)
INSERT INTO turns (conversation, at, request, answer_id) VALUES ($1, clock_timestamp(), $2, $3);

-- name: forget
-- Everything of one chat.  $1 conversation
WITH gone_turns AS (DELETE FROM turns WHERE conversation = $1),
     gone_answers AS (DELETE FROM answers WHERE conversation = $1)
DELETE FROM chats WHERE conversation = $1;

-- name: await_body
-- Keeps the question that waits until a body is chosen.  $1 conversation  $2 question
INSERT INTO chats (conversation, awaiting) VALUES ($1, $2)
ON CONFLICT (conversation) DO UPDATE SET awaiting = $2, seen_at = now();
