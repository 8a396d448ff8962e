-- What readers think of answers.

-- name: save
-- $1 conversation  $2 answer  $3 useful  $4 reason
INSERT INTO feedback AS f (answer_id, useful, reason)
SELECT a.id, $3::boolean, $4::text FROM answers a WHERE a.conversation = $1 AND a.id = $2
    ON CONFLICT (answer_id) DO UPDATE SET useful = excluded.useful, reason = excluded.reason, said_at = now()
RETURNING true;

-- name: of_days
-- $1 how many days, today the last
SELECT useful, reason, count(*)::integer AS times
  FROM feedback
 WHERE said_at >= ((now() AT TIME ZONE 'Europe/Athens')::date - $1::integer + 1)::timestamp AT TIME ZONE 'Europe/Athens'
 GROUP BY useful, reason
 ORDER BY useful DESC, count(*) DESC, reason;

-- name: useless
-- $1 limit
SELECT answer_id, reason FROM feedback WHERE NOT useful ORDER BY said_at DESC, answer_id LIMIT $1::integer;
