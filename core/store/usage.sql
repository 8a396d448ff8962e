-- How the program is used. Days are those of Athens; `spent` is there for answers to questions.

-- name: questions
-- $1 how many days, today the last
SELECT count(*) AS questions,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY (spent -> 'ms' ->> 'total')::integer) AS median_ms,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY (spent -> 'ms' ->> 'total')::integer) AS ninety_fifth_ms,
       count(*) FILTER (WHERE (spent ->> 'cached')::boolean) AS cached,
       count(*) FILTER (WHERE spent ->> 'mind' <> 'planner') AS worded
  FROM answers
 WHERE spent IS NOT NULL
   AND asked_at >= ((now() AT TIME ZONE 'Europe/Athens')::date - $1::integer + 1)::timestamp AT TIME ZONE 'Europe/Athens';

-- name: outcomes
-- $1 how many days, today the last
SELECT outcome, count(*) AS times
  FROM answers
 WHERE spent IS NOT NULL
   AND asked_at >= ((now() AT TIME ZONE 'Europe/Athens')::date - $1::integer + 1)::timestamp AT TIME ZONE 'Europe/Athens'
 GROUP BY outcome
 ORDER BY count(*) DESC, outcome;

-- name: failed
-- $1 how many days, today the last
SELECT kind, sum(times)::integer AS times, (array_agg(last_code ORDER BY last_at DESC))[1] AS last_code
  FROM failures
 WHERE day > (now() AT TIME ZONE 'Europe/Athens')::date - $1::integer
 GROUP BY kind
 ORDER BY sum(times) DESC, kind;

-- name: fail
-- $1 kind  $2 code
INSERT INTO failures AS f (day, kind, times, last_code, last_at)
VALUES ((now() AT TIME ZONE 'Europe/Athens')::date, $1, 1, nullif($2, ''), now())
ON CONFLICT (day, kind) DO UPDATE
   SET times = f.times + 1, last_code = coalesce(excluded.last_code, f.last_code), last_at = now();

-- name: waiting
SELECT count(*) AS waiting, now() - min(asked_at) AS oldest FROM fetch_requests WHERE state = 'waiting';
