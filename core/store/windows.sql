-- The ledger of completeness, and the acts that are no longer where the source listed them.

-- name: lock
-- One writer of a body's ledger at a time.  $1 uid
SELECT FROM feeds WHERE organization_uid = $1 FOR UPDATE;

-- name: ledger
-- $1 uid
SELECT first_on, last_on, state, held_until, walked_at, total, distinct_adas
  FROM windows WHERE organization_uid = $1 ORDER BY first_on;

-- name: ledgers
-- $1 uids
SELECT organization_uid, first_on, last_on, state, held_until, walked_at, total, distinct_adas
  FROM windows WHERE organization_uid = ANY($1::text[]) ORDER BY organization_uid, first_on;

-- name: drop
-- $1 uid  $2 first days
DELETE FROM windows WHERE organization_uid = $1 AND first_on = ANY($2::date[]);

-- name: write
-- $1 uid  $2 first days  $3 last days  $4 states  $5 held until  $6 walked at  $7 totals  $8 distinct ΑΔΑs
INSERT INTO windows (organization_uid, first_on, last_on, state, held_until, walked_at, total, distinct_adas)
SELECT $1, * FROM unnest($2::date[], $3::date[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::integer[], $8::integer[]);

-- name: unseen
-- Acts held of these days that a whole reading did not bring.  $1 uid  $2 first day  $3 last day  $4 ΑΔΑs that it brought
SELECT d.ada
  FROM decisions d
 WHERE d.organization_uid = $1 AND d.issued_on BETWEEN $2 AND $3 AND d.gone_at IS NULL
   AND NOT EXISTS (SELECT FROM unnest($4::text[]) AS seen (ada) WHERE seen.ada = d.ada)
 ORDER BY d.ada;

-- name: mark_gone
-- $1 ΑΔΑs  $2 now
UPDATE decisions SET gone_at = $2, changed_at = $2 WHERE ada = ANY($1::text[]) AND gone_at IS NULL;

-- name: mark_back
-- Acts that had vanished and are listed again.  $1 ΑΔΑs
UPDATE decisions SET gone_at = NULL, changed_at = now() WHERE ada = ANY($1::text[]) AND gone_at IS NOT NULL;
