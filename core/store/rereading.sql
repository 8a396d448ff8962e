-- What is held, in the order of its key, to be read again by other rules.

-- name: was_last
-- Nothing is held, or all of it was last read by these rules.  $1 the name of the rules
SELECT coalesce((SELECT l.source = $1 FROM loads l
                  WHERE starts_with(l.source, 'rules ') AND l.finished_at IS NOT NULL
                  ORDER BY l.id DESC LIMIT 1), false);

-- name: keep_versions
-- What is saved is what we hold, read again: no other version than the one that stands is written. Until the end of the
-- transaction.
SET LOCAL diafaneia.reread = 'on';

-- name: page
-- An act that left the source stays as it was read. Whether its amounts were fetched is not in the JSON (null: no money).
-- $1 after this body  $2 and this ΑΔΑ  $3 limit
SELECT d.organization_uid, d.ada, v.raw::text AS raw, d.fidelity, d.version_key,
       CASE WHEN d.amount_state IS NOT NULL THEN
            NOT EXISTS (SELECT FROM money_lines l
                         WHERE l.organization_uid = d.organization_uid AND l.ada = d.ada AND l.state = 'unread')
       END AS fetched
  FROM decisions d
  JOIN decision_versions v USING (organization_uid, ada, version_key)
 WHERE (d.organization_uid, d.ada) > ($1, $2) AND d.gone_at IS NULL
 ORDER BY d.organization_uid, d.ada
 LIMIT $3;
