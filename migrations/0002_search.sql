-- Why: the three legs of search over distinct subjects: words (BM25), phonetic n-grams, vectors (DESIGN §5).

CREATE TABLE postings (                              -- words leg: stems of each text
    lexeme  text NOT NULL,
    text_id bigint NOT NULL REFERENCES texts ON DELETE CASCADE,
    tf      smallint NOT NULL,
    PRIMARY KEY (lexeme, text_id) INCLUDE (tf)       -- a leg reads the index alone
);
CREATE INDEX postings_text ON postings (text_id);
CREATE INDEX texts_length ON texts (id) INCLUDE (length); -- so that BM25 need not read the texts themselves

CREATE TABLE lexeme_counts (                         -- document frequency of each stem, refreshed after a load
    lexeme text PRIMARY KEY,
    texts  integer NOT NULL
);

CREATE TABLE vocabulary (                            -- words as folded, for spelling and Greeklish
    word     text PRIMARY KEY,
    lexeme   text NOT NULL,
    phonetic text NOT NULL,                          -- core.greek.phonetic
    texts    integer NOT NULL
);
CREATE INDEX vocabulary_lexeme ON vocabulary (lexeme);
CREATE INDEX vocabulary_phonetic ON vocabulary (phonetic);
CREATE INDEX vocabulary_trgm ON vocabulary USING gin (word gin_trgm_ops);

CREATE TABLE embedding_index (                       -- what the vectors were made with; another is refused
    only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    model       text NOT NULL,
    dimension   integer NOT NULL,
    prefixes    text NOT NULL,
    preparation integer NOT NULL,                    -- version of the text preparation, core.greek
    idf_texts   integer NOT NULL DEFAULT 0,          -- texts when the IDF of the n-grams was last counted
    built_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE text_vectors (
    text_id   bigint PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
    embedding halfvec(384) NOT NULL
);

CREATE TABLE gram_counts (                           -- IDF of the hashed n-grams
    gram  integer PRIMARY KEY,
    texts integer NOT NULL
);

CREATE TABLE text_grams (
    text_id   bigint PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
    grams     sparsevec(1048576) NOT NULL,
    idf_texts integer NOT NULL DEFAULT 0             -- of the count that weighed it: after another one it is made again
);
CREATE INDEX text_grams_idf ON text_grams (idf_texts);

CREATE INDEX text_vectors_hnsw ON text_vectors USING hnsw (embedding halfvec_cosine_ops) WITH (m = 16, ef_construction = 64);
CREATE INDEX text_grams_hnsw ON text_grams USING hnsw (grams sparsevec_cosine_ops) WITH (m = 16, ef_construction = 64);

-- Vectors of another model may have another length: empties the table and sets it.
CREATE FUNCTION reset_vectors(dimension integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE text_vectors;
    EXECUTE format('ALTER TABLE text_vectors ALTER COLUMN embedding TYPE halfvec(%s)', dimension);
END $$;

-- The filter that binds on every leg of search, in one place; null is no limit (`since` and `until` are never null).
-- Acts of `fiscal_types` go by fiscal year when whole years are asked. Inlined by the planner.
CREATE FUNCTION matching_decisions(
    organizations text[], since date, until date, first_year integer, last_year integer, fiscal_types text[],
    types text[], words tsquery, payee text, amount_min numeric, amount_max numeric, budget_code text, cpv_prefix text,
    posting_status text
) RETURNS SETOF decisions LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT d.*
      FROM decisions d
     WHERE d.gone_at IS NULL
       AND (organizations IS NULL OR d.organization_uid = ANY(organizations))
       AND CASE WHEN first_year IS NOT NULL AND d.decision_type = ANY(fiscal_types)
                THEN coalesce(d.fiscal_year, extract(year FROM d.issued_on)) BETWEEN first_year AND last_year
                ELSE d.issued_on >= since AND d.issued_on < until END
       AND (types IS NULL OR d.decision_type = ANY(types))
       AND (posting_status IS NULL OR d.status = posting_status)
       AND (words IS NULL OR d.text_id IN (SELECT t.id FROM texts t WHERE t.lexemes @@ words))
       AND (coalesce(payee, budget_code, cpv_prefix) IS NULL AND coalesce(amount_min, amount_max) IS NULL
            OR (d.organization_uid, d.ada) IN (
                SELECT l.organization_uid, l.ada
                  FROM money_lines l
                 WHERE (organizations IS NULL OR l.organization_uid = ANY(organizations))
                   AND (payee IS NULL OR (l.organization_uid, l.ada, l.seq) IN (
                        SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = payee))
                   AND (budget_code IS NULL OR EXISTS (
                        SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                         WHERE starts_with(code, budget_code) OR starts_with(split_part(code, '-', 2), budget_code)))
                   AND (cpv_prefix IS NULL OR EXISTS (
                        SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, cpv_prefix)))
                 GROUP BY 1, 2
                HAVING (amount_min IS NULL OR sum(l.amount) >= amount_min)
                   AND (amount_max IS NULL OR sum(l.amount) <= amount_max)))
$$;
