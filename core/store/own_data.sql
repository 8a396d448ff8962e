-- What is held of one chat, for its reader. Statements about alerts stand with theirs.

-- name: chat
-- $1 conversation
SELECT organization_uid, created_at, seen_at FROM chats WHERE conversation = $1;

-- name: questions
-- $1 conversation
SELECT asked_at, request ->> 'text' AS question, answer ->> 'text' AS answer, outcome
  FROM answers WHERE conversation = $1 ORDER BY asked_at;

-- name: matches
-- $1 conversation
SELECT m.subscription_id, m.ada, m.news, m.found_at, m.told_at
  FROM matches m JOIN subscriptions s ON s.id = m.subscription_id WHERE s.conversation = $1 ORDER BY m.id;
