-- name: wait_limit
-- How long a second process waits for the one that migrates now.
SET lock_timeout = '300s';

-- name: lock
-- One migration at a time in this database; let go with the connection.  $1 key
SELECT pg_advisory_lock($1);

-- name: create_journal
CREATE TABLE IF NOT EXISTS schema_migrations (
    name       text PRIMARY KEY,
    checksum   text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);

-- name: applied
SELECT name, checksum FROM schema_migrations ORDER BY name;

-- name: record
-- $1 name  $2 checksum
INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2);

-- name: database_exists
-- $1 name
SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1);

-- name: create_database_text
-- The statement that creates a database, its name quoted by the server.  $1 name
SELECT format('CREATE DATABASE %I', $1::text);
