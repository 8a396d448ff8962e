-- Answers to be given again.

-- name: find
-- The version of the data, and the answer that was made of it, if there is one.  $1 key  $2 how long an answer lasts
SELECT v.version, g.answer
  FROM (SELECT coalesce(sum(changes), 0) AS version FROM data_changes) AS v
  LEFT JOIN given_answers g ON g.key = $1 AND g.version = v.version AND g.made_at > now() - $2::interval;

-- name: save
-- One made of older data never takes the place of a newer one.  $1 key  $2 version  $3 answer
INSERT INTO given_answers AS g (key, version, answer) VALUES ($1, $2, $3)
ON CONFLICT (key) DO UPDATE SET version = $2, answer = $3, made_at = now() WHERE g.version <= $2;

-- name: drop_old
-- $1 how long an answer lasts
DELETE FROM given_answers WHERE made_at <= now() - $1::interval;
