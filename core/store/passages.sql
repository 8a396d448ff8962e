-- What PDFs say, found by its words.

-- name: held
-- In how many passages each lexeme stands; beyond a limit it only matters that it is common.  $1 lexemes  $2 limit
SELECT l.lexeme, (SELECT count(*) FROM (SELECT FROM document_passages p
                                         WHERE p.words @@ ('''' || l.lexeme || '''')::tsquery LIMIT $2::integer) few) AS passages
  FROM unnest($1::text[]) AS l(lexeme);

-- name: how_many
-- Passages, about.
SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'document_passages'::regclass;

-- name: found
-- Those that hold enough of the words, most first.  $1 tsquery  $2 lexemes  $3 organizations, null all  $4 issued from
-- $5 issued before  $6 limit
SELECT p.ada, p.page, p.seq, h.lexemes
  FROM document_passages p
 CROSS JOIN LATERAL (SELECT array_agg(w.lexeme) AS lexemes FROM unnest(p.words) w WHERE w.lexeme = ANY($2::text[])) h
 WHERE p.words @@ $1::text::tsquery AND ($3::text[] IS NULL OR p.organization_uid = ANY($3))
   AND (coalesce($4::date, $5::date) IS NULL
        OR EXISTS (SELECT FROM decisions d WHERE d.organization_uid = p.organization_uid AND d.ada = p.ada
                                            AND ($4 IS NULL OR d.issued_on >= $4) AND ($5 IS NULL OR d.issued_on < $5)))
 ORDER BY cardinality(h.lexemes) DESC, p.ada, p.page, p.seq
 LIMIT $6::integer;

-- name: unread
-- Files whose passages have no lexemes yet.  $1 limit
SELECT DISTINCT p.organization_uid, p.ada FROM document_passages p WHERE p.words IS NULL LIMIT $1::integer;

-- name: texts
-- $1 organization  $2 ΑΔΑ
SELECT q.page, q.seq, q.kind, q.text, q.header, p.quality
  FROM document_passages q JOIN document_pages p USING (organization_uid, ada, page)
 WHERE q.organization_uid = $1 AND q.ada = $2 AND q.words IS NULL;

-- name: write_words
-- $1 organization  $2 ΑΔΑ  $3 page  $4 place  $5 tsvector
UPDATE document_passages SET words = $5::text::tsvector
 WHERE organization_uid = $1 AND ada = $2 AND page = $3 AND seq = $4;

-- name: files
-- How many acts have text that is searched: not those whose lexemes wait to be made.  $1 organizations, null all
SELECT count(DISTINCT (p.organization_uid, p.ada)) FROM document_pages p
 WHERE p.quality = 'readable' AND ($1::text[] IS NULL OR p.organization_uid = ANY($1))
   AND NOT EXISTS (SELECT FROM document_passages q
                    WHERE q.organization_uid = p.organization_uid AND q.ada = p.ada AND q.words IS NULL);
