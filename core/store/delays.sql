-- From issue to first posting, in days of Athens. $1–$14 the arguments of matching_decisions(), see core.store.filters.
-- `days` is null where no time of posting is held; below zero, and of doubtful dates, it counts for nothing.

-- name: by
-- One row a key.  $15 group (null: none).  Percentiles are days of some act: the nearest rank, never a mean of two.
WITH acts AS (
    SELECT CASE $15::text
               WHEN 'year' THEN to_char(d.issued_on, 'YYYY')
               WHEN 'quarter' THEN to_char(d.issued_on, 'YYYY-"Q"Q')
               WHEN 'month' THEN to_char(d.issued_on, 'YYYY-MM')
               WHEN 'decision_type' THEN d.decision_type
               WHEN 'organization' THEN d.organization_uid
               ELSE '' END AS key,
           (d.published_at AT TIME ZONE 'Europe/Athens')::date - d.issued_on AS days,
           'date_doubtful' = ANY(d.flags) AS doubtful
      FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                              $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
), judged AS (
    SELECT a.key, a.days, a.days IS NOT NULL AND NOT a.doubtful AND a.days >= 0 AS counts, a.doubtful FROM acts a
)
SELECT j.key,
       count(*) AS decisions,
       count(*) FILTER (WHERE j.counts) AS counted,
       count(*) FILTER (WHERE j.days IS NULL) AS unknown,
       count(*) FILTER (WHERE j.days IS NOT NULL AND j.doubtful) AS doubtful,
       count(*) FILTER (WHERE j.days < 0 AND NOT j.doubtful) AS before_issue,
       count(*) FILTER (WHERE j.counts AND j.days = 0) AS same_day,
       count(*) FILTER (WHERE j.counts AND j.days > 30) AS over_month,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY j.days) FILTER (WHERE j.counts) AS median,
       percentile_disc(0.9) WITHIN GROUP (ORDER BY j.days) FILTER (WHERE j.counts) AS ninth,
       max(j.days) FILTER (WHERE j.counts) AS longest,
       coalesce(sum(j.days) FILTER (WHERE j.counts), 0) AS all_days
  FROM judged j
 GROUP BY j.key
 ORDER BY j.key;

-- name: acts
-- The acts behind it, the slowest first, then those that do not count.  $15 only those that count  $16 limit
SELECT d.organization_uid, d.ada, d.decision_type, d.subject, d.issued_on, d.status, d.private, d.amount_state,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, m.stage, m.amount, m.sign, NULL::jsonb AS payees,
       d.flags, e.published_on, e.days, e.counts
  FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                          $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
  LEFT JOIN register r ON r.uid = d.organization_uid
 CROSS JOIN LATERAL (
      SELECT p.on_day AS published_on, p.on_day - d.issued_on AS days,
             p.on_day IS NOT NULL AND p.on_day >= d.issued_on AND NOT 'date_doubtful' = ANY(d.flags) AS counts
        FROM (SELECT (d.published_at AT TIME ZONE 'Europe/Athens')::date AS on_day) p) e
  LEFT JOIN LATERAL (
      SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
        FROM money_lines WHERE organization_uid = d.organization_uid AND ada = d.ada) m ON true
 WHERE e.counts OR NOT $15::boolean
 ORDER BY e.counts DESC, e.days DESC NULLS LAST, d.issued_on DESC, d.ada
 LIMIT $16::integer;
