-- What is cleared away when its time is over. Figures, lookups and acts behind them outlive the words that asked for them.

-- name: is_due
-- Whether it was not done on this day yet.  $1 what  $2 day
SELECT NOT EXISTS (SELECT FROM housekeeping WHERE what = $1 AND done_on >= $2);

-- name: done
-- $1 what  $2 day
INSERT INTO housekeeping (what, done_on) VALUES ($1, $2) ON CONFLICT (what) DO UPDATE SET done_on = $2;

-- name: clear_answers
-- The reader's words, our sentence and its buttons go; some at a time.  $1 asked before  $2 now  $3 at most
UPDATE answers a
   SET request = jsonb_build_object('text', '', 'organization_uid', a.request -> 'organization_uid', 'asked_on', a.request -> 'asked_on',
                                    'previous', '[]'::jsonb, 'page', a.request -> 'page', 'request', '{}'::jsonb,
                                    'data_until', a.request -> 'data_until', 'demo', a.request -> 'demo'),
       answer = '{"text": "", "choices": [], "how": "", "listed": []}',
       receipt = a.receipt || jsonb_build_object('lookups',
                     (SELECT coalesce(jsonb_agg(l.lookup - 'arguments' - 'query' ORDER BY l.place), '[]')
                        FROM jsonb_array_elements(a.receipt -> 'lookups') WITH ORDINALITY AS l(lookup, place)))
                 || CASE WHEN a.receipt ? 'parts' THEN jsonb_build_object('parts',
                     (SELECT jsonb_agg(p.part || '{"text": ""}' ORDER BY p.place)
                        FROM jsonb_array_elements(a.receipt -> 'parts') WITH ORDINALITY AS p(part, place)))
                    ELSE '{}' END,
       cleared_at = $2
  FROM (SELECT id FROM answers WHERE cleared_at IS NULL AND asked_at < $1 ORDER BY asked_at LIMIT $3) AS old
 WHERE a.id = old.id AND jsonb_array_length(a.receipt -> 'lookups') > 0
RETURNING a.id;

-- name: drop_answers
-- Those that nothing was looked up for.  $1 asked before  $2 at most
DELETE FROM answers WHERE id IN (
    SELECT id FROM answers WHERE cleared_at IS NULL AND asked_at < $1 AND jsonb_array_length(receipt -> 'lookups') = 0 LIMIT $2)
RETURNING id;

-- name: drop_turns
-- $1 before
DELETE FROM turns WHERE at < $1;

-- name: drop_waiting
-- A question that waits for the choice of a body.  $1 before
UPDATE chats SET awaiting = NULL WHERE awaiting IS NOT NULL AND seen_at < $1;

-- name: drop_given
-- Answers kept to be given again last hours.  $1 before
DELETE FROM given_answers WHERE made_at < $1;

-- name: drop_asked
-- $1 before
DELETE FROM asked WHERE since < $1;

-- name: drop_taken
-- Acts that other words of a subscription took back so long ago.  $1 before
DELETE FROM matches WHERE taken_at < $1;
