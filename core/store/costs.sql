-- What language models cost, by Athens day.

-- name: add
-- $1 calls  $2 euro
INSERT INTO model_costs AS c (day, calls, cost_eur) VALUES ((now() AT TIME ZONE 'Europe/Athens')::date, $1, $2)
ON CONFLICT (day) DO UPDATE SET calls = c.calls + $1, cost_eur = c.cost_eur + $2;

-- name: of_days
-- Of today and the days before it.  $1 how many days in all
SELECT coalesce(sum(calls), 0)::integer AS calls, coalesce(sum(cost_eur), 0) AS cost_eur
  FROM model_costs
 WHERE day > (now() AT TIME ZONE 'Europe/Athens')::date - $1::integer;

-- name: tell_once
-- True for who asks first.
UPDATE model_costs SET told_at = now()
 WHERE day = (now() AT TIME ZONE 'Europe/Athens')::date AND told_at IS NULL
RETURNING true;
