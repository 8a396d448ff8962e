-- The register of public bodies, the bodies that we cover, and how far what we hold of them reaches.

-- name: create_incoming_register
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_register (
    uid text NOT NULL, label text NOT NULL, latin_name text, category text, afm text, status text, supervisor_uid text,
    name_key text NOT NULL, raw text NOT NULL);

-- name: clear_incoming_register
TRUNCATE incoming_register;

-- name: write_register
-- Bodies are added and brought up to date, never removed: old acts keep their issuer.
WITH written AS (
    INSERT INTO register AS r (uid, label, latin_name, category, afm, status, supervisor_uid, name_key, raw)
    SELECT DISTINCT ON (uid) uid, label, latin_name, category, afm, status, supervisor_uid, name_key, raw::jsonb
      FROM incoming_register
     ORDER BY uid
    ON CONFLICT (uid) DO UPDATE SET
        label = excluded.label, latin_name = excluded.latin_name, category = excluded.category, afm = excluded.afm,
        status = excluded.status, supervisor_uid = excluded.supervisor_uid, name_key = excluded.name_key,
        raw = excluded.raw
     WHERE (r.name_key, r.afm, r.raw) IS DISTINCT FROM (excluded.name_key, excluded.afm, excluded.raw)
    RETURNING (xmax = 0) AS added
)
SELECT count(*) FILTER (WHERE added) AS added, count(*) FILTER (WHERE NOT added) AS changed FROM written;

-- name: name_covered
-- A covered body that was named by its number gets its name when the register brings it.
UPDATE organizations o SET label = r.label FROM register r WHERE r.uid = o.uid AND o.label IS DISTINCT FROM r.label;

-- name: register
SELECT r.uid, r.label, r.afm, r.category, r.latin_name, r.supervisor_uid, r.status, o.uid IS NOT NULL AS covered
  FROM register r
  LEFT JOIN organizations o USING (uid)
 ORDER BY r.uid;

-- name: covered
SELECT o.uid, o.label, r.afm, r.category, r.latin_name, r.supervisor_uid, r.status, true AS covered
  FROM organizations o
  LEFT JOIN register r USING (uid)
 ORDER BY o.label, o.uid;

-- name: cover
-- $1 uids  $2 source
INSERT INTO organizations AS o (uid, label, source)
SELECT wanted.uid, coalesce(r.label, 'Φορέας ' || wanted.uid), $2
  FROM unnest($1::text[]) AS wanted (uid)
  LEFT JOIN register r USING (uid)
ON CONFLICT (uid) DO NOTHING
RETURNING o.uid;

-- name: large_bodies
-- Bodies of which we hold enough acts to cover them.  $1 least number of acts
SELECT organization_uid FROM decisions GROUP BY organization_uid HAVING count(*) >= $1 ORDER BY organization_uid;

-- name: coverage
-- Of covered bodies, by Athens issue dates; dates that cannot be right are left out. What is proven comes from closed
-- windows: of a body that is read from the source a month without acts is an empty month, not a missing one.
WITH proven AS (
    SELECT w.organization_uid, min(w.held_until) AS published_until, max(w.last_on) AS last_on,
           range_agg(daterange(w.first_on, w.last_on, '[]')) AS days
      FROM windows w
      JOIN organizations o ON o.uid = w.organization_uid AND o.source = 'ingested'
     WHERE w.state = 'closed'
     GROUP BY w.organization_uid
), held AS (
    SELECT organization_uid, count(*) AS decisions,
           min(issued_on) FILTER (WHERE NOT 'date_doubtful' = ANY(flags)) AS first_on,
           max(issued_on) FILTER (WHERE NOT 'date_doubtful' = ANY(flags)) AS last_on
      FROM countable_decisions
     WHERE organization_uid IN (SELECT uid FROM organizations)
     GROUP BY organization_uid
)
SELECT o.uid, o.label, coalesce(h.decisions, 0) AS decisions, h.first_on, h.last_on,
       p.published_until, CASE WHEN p.days IS NOT NULL THEN least(o.since, h.first_on) END AS since,
       ARRAY(SELECT lower(gap) FROM unnest(u.gaps) AS gap ORDER BY gap) AS unproven_since,
       ARRAY(SELECT upper(gap) FROM unnest(u.gaps) AS gap ORDER BY gap) AS unproven_until,
       ARRAY(SELECT to_char(month, 'YYYY-MM')
               FROM generate_series(date_trunc('month', h.first_on), h.last_on, '1 month') AS month
              WHERE p.days IS NULL AND NOT EXISTS (SELECT FROM countable_decisions d
                                 WHERE d.organization_uid = o.uid AND d.issued_on >= month::date
                                   AND d.issued_on < (month + interval '1 month')::date)
              ORDER BY month) AS missing_months
  FROM organizations o
  LEFT JOIN held h ON h.organization_uid = o.uid
  LEFT JOIN proven p ON p.organization_uid = o.uid
  LEFT JOIN LATERAL (
      SELECT datemultirange(daterange(least(o.since, h.first_on), greatest(p.last_on, least(o.since, h.first_on)), '[]'))
             - p.days AS gaps) u ON true
 ORDER BY o.label, o.uid;

-- name: is_demo
SELECT demo FROM instance;

-- name: mark_demo
UPDATE instance SET demo = true;

-- name: unmark_demo
UPDATE instance SET demo = false;

-- name: afms
SELECT uid, afm FROM register;
