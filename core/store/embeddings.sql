-- Filling the legs that `ingest embed` makes: vectors and weighed n-grams of each distinct subject.

-- name: index
SELECT model, dimension, prefixes, preparation, idf_texts FROM embedding_index;

-- name: write_index
INSERT INTO embedding_index (model, dimension, prefixes, preparation) VALUES ($1, $2, $3, $4)
ON CONFLICT (only_row) DO UPDATE SET model = excluded.model, dimension = excluded.dimension,
    prefixes = excluded.prefixes, preparation = excluded.preparation, built_at = now();

-- name: reset_vectors
SELECT reset_vectors($1);

-- name: lock
-- One embedding run at a time; freed when the session ends, however it ends.
SELECT pg_try_advisory_lock($1::bigint);

-- name: unlock
SELECT pg_advisory_unlock($1::bigint);

-- name: counts
SELECT (SELECT count(*) FROM texts) AS texts, (SELECT count(*) FROM text_vectors) AS vectors,
       (SELECT count(*) FROM text_grams) AS grams, (SELECT count(*) FROM decisions) AS decisions;

-- name: any_vector
SELECT EXISTS (SELECT FROM text_vectors);

-- name: without_vector
-- Newest acts first.  $1 limit
SELECT t.id, t.sample
  FROM texts t
 WHERE NOT EXISTS (SELECT FROM text_vectors v WHERE v.text_id = t.id)
 ORDER BY (SELECT max(d.issued_on) FROM decisions d WHERE d.text_id = t.id) DESC NULLS LAST, t.id DESC
 LIMIT $1;

-- name: missing
-- How many texts a run has to make.  $1 texts of the count of n-grams in force
SELECT (SELECT count(*) FROM texts t WHERE NOT EXISTS (SELECT FROM text_vectors v WHERE v.text_id = t.id)) AS vectors,
       (SELECT count(*) FROM texts t
         WHERE NOT EXISTS (SELECT FROM text_grams g WHERE g.text_id = t.id AND g.idf_texts = $1)) AS grams;

-- name: drop_dense_index
-- Filling thousands of rows is ten times faster without it; until it is back, search ranks every vector.
DROP INDEX IF EXISTS text_vectors_hnsw;

-- name: drop_grams_index
DROP INDEX IF EXISTS text_grams_hnsw;

-- name: build_limits
-- Building takes as long as it takes, in memory: a graph needs about twice what its rows take, and takes twice as
-- long where it does not fit (POSTGRES.md, HNSW).
SELECT set_config('statement_timeout', '0', true),
       set_config('maintenance_work_mem', least(2048, greatest(512, 2 * greatest(pg_relation_size('text_vectors'),
                  pg_relation_size('text_grams')) / 1024 / 1024)) || 'MB', true);

-- name: build_dense_index
CREATE INDEX IF NOT EXISTS text_vectors_hnsw ON text_vectors USING hnsw (embedding halfvec_cosine_ops)
    WITH (m = 16, ef_construction = 64);

-- name: build_grams_index
CREATE INDEX IF NOT EXISTS text_grams_hnsw ON text_grams USING hnsw (grams sparsevec_cosine_ops)
    WITH (m = 16, ef_construction = 64);

-- name: write_vector
-- $1 text  $2 the sample that was read: if it changed meanwhile, the next run makes this vector  $3 vector
INSERT INTO text_vectors (text_id, embedding)
SELECT t.id, $3::halfvec FROM texts t WHERE t.id = $1 AND t.sample = $2
ON CONFLICT (text_id) DO UPDATE SET embedding = excluded.embedding;

-- name: count_vectors
-- How many of these texts have one.  $1 ids
SELECT count(*) FROM text_vectors WHERE text_id = ANY($1::bigint[]);

-- name: samples
-- A page of all texts, in the order of ids.  $1 after this id  $2 limit
SELECT id, sample FROM texts WHERE id > $1 ORDER BY id LIMIT $2;

-- name: clear_gram_counts
DELETE FROM gram_counts;

-- name: write_idf_texts
UPDATE embedding_index SET idf_texts = $1;

-- name: clear_grams
TRUNCATE text_grams;

-- name: without_grams
-- Texts without n-grams, or weighed by an older count.  $1 texts of the count in force  $2 limit
SELECT t.id, t.sample
  FROM texts t
  LEFT JOIN text_grams g ON g.text_id = t.id
 WHERE g.text_id IS NULL OR g.idf_texts <> $1
 ORDER BY t.id DESC
 LIMIT $2;

-- name: all_gram_counts
SELECT gram, texts FROM gram_counts;

-- name: write_grams
-- $1 text  $2 n-grams  $3 texts of the count that weighed them
INSERT INTO text_grams (text_id, grams, idf_texts)
SELECT t.id, $2::sparsevec, $3 FROM texts t WHERE t.id = $1
ON CONFLICT (text_id) DO UPDATE SET grams = excluded.grams, idf_texts = excluded.idf_texts;
