-- name: facts
-- What a server must have: version, encoding, character classes, extensions.  $1 extensions
SELECT current_setting('server_version_num')::integer AS version,
       current_setting('server_encoding') AS encoding,
       (SELECT datctype FROM pg_database WHERE datname = current_database()) AS ctype,
       ARRAY(SELECT name::text FROM pg_available_extensions WHERE name = ANY($1::text[])) AS extensions,
       (SELECT coalesce(installed_version, default_version) FROM pg_available_extensions WHERE name = 'vector') AS vector;
