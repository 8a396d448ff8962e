-- What is held, for the operator: by organization and year, by load.

-- name: by_year
-- Acts of every body by Athens year of issue, and how their amounts stand.
SELECT d.organization_uid AS uid, coalesce(r.label, o.label, d.organization_uid) AS label, o.uid IS NOT NULL AS covered,
       extract(year FROM d.issued_on)::integer AS year, count(*) AS decisions,
       count(*) FILTER (WHERE d.amount_state = 'stated') AS stated,
       count(*) FILTER (WHERE d.amount_state = 'unstated') AS unstated,
       count(*) FILTER (WHERE d.amount_state = 'unread') AS unread,
       count(*) FILTER (WHERE d.status <> 'PUBLISHED') AS not_published
  FROM decisions d
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN organizations o ON o.uid = d.organization_uid
 GROUP BY 1, 2, 3, 4
 ORDER BY 1, 4;

-- name: totals
SELECT (SELECT count(*) FROM decisions) AS decisions,
       (SELECT count(*) FROM decisions WHERE status <> 'PUBLISHED') AS not_published,
       (SELECT count(*) FROM decision_versions) AS versions,
       (SELECT count(*) FROM texts) AS texts, (SELECT count(*) FROM text_vectors) AS vectors,
       (SELECT count(*) FROM register) AS register, (SELECT count(*) FROM organizations) AS covered,
       (SELECT max(finished_at) FROM loads) AS loaded_at, (SELECT demo FROM instance) AS demo;
