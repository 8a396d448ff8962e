-- name: views
-- The views that a model may read, column by column, with what their comments say of them.
SELECT c.relname AS view, obj_description(c.oid, 'pg_class') AS told, a.attname AS name,
       format_type(a.atttypid, NULL) AS type, col_description(c.oid, a.attnum) AS comment
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
 WHERE c.relnamespace = 'open_data'::regnamespace AND c.relkind = 'v'
 ORDER BY c.oid, a.attnum;

-- name: reads
-- What a reader's login must be able to do.
SELECT count(*) FROM (SELECT FROM open_data.decisions LIMIT 1) one;

-- What it must be refused: whoever gets an answer here may do more than read the views.
-- name: sees_tables
SELECT 1 FROM public.decisions LIMIT 1;

-- name: sees_catalog
SELECT rolname FROM pg_catalog.pg_roles LIMIT 1;

-- name: changes_settings
SELECT pg_catalog.set_config('work_mem', '64kB', true);

-- name: keeps_objects
SELECT pg_catalog.lo_create(0);

-- name: fills_memory
SELECT pg_catalog.repeat('x', 2);

-- Values near one that is not there, asked by our own login.
-- name: bodies_alike
-- $1 what was typed
SELECT uid FROM organizations ORDER BY word_similarity(lower($1::text), lower(label)) DESC, label LIMIT 8;

-- name: codes_alike
-- The code itself first, where it exists.  $1 what was typed
SELECT k.kae FROM (SELECT DISTINCT kae FROM money_lines WHERE kae IS NOT NULL) k
 ORDER BY k.kae = $1::text DESC, similarity(k.kae, $1::text) DESC, k.kae
 LIMIT 5;
