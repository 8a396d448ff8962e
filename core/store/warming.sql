-- Reading into memory at the start.

-- name: read
-- $1 index or table
SELECT read_into_memory($1);
