-- How often somebody asked in the span of time that runs now.

-- name: times
-- Of these, in the spans that began then.  $1 who  $2 what  $3 spans  $4 their beginnings
SELECT a.who, a.what, a.span, a.times
  FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS n(who, what, span, since)
  JOIN asked a USING (who, what, span, since);

-- name: note
-- Once more in each. A power cut may cost the last moment's.  $1 who  $2 what  $3 spans  $4 their beginnings
INSERT INTO asked AS a (who, what, span, since, times)
SELECT n.who, n.what, n.span, n.since, 1
  FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS n(who, what, span, since), set_config('synchronous_commit', 'off', true)
 ORDER BY n.who, n.what, n.span
ON CONFLICT (who, what, span, since) DO UPDATE SET times = a.times + 1;
