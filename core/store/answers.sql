-- name: save
-- One answer with its receipt.  $1 id  $2 conversation  $3 outcome  $4 request  $5 answer  $6 receipt
INSERT INTO answers (id, conversation, outcome, request, answer, receipt) VALUES ($1, $2, $3, $4, $5, $6);

-- name: find
-- An answer of this chat.  $1 id  $2 conversation
SELECT request, answer, receipt, asked_at FROM answers WHERE id = $1 AND conversation = $2;
