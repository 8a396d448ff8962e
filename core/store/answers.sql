-- name: save
-- One answer with its receipt.  $1 id  $2 conversation  $3 outcome  $4 request  $5 answer  $6 receipt  $7 what it took
-- The reply does not wait for the disk: a power cut may cost the last moment's receipts, whose lists then «expired».
INSERT INTO answers (id, conversation, outcome, request, answer, receipt, spent)
SELECT $1, $2, $3, $4, $5, $6, $7 FROM set_config('synchronous_commit', 'off', true);

-- name: find
-- An answer of this chat.  $1 id  $2 conversation
SELECT request, answer, receipt, asked_at FROM answers WHERE id = $1 AND conversation = $2;

-- name: find_anywhere
-- An answer of any chat.  $1 id
SELECT request, answer, receipt, asked_at FROM answers WHERE id = $1;
