-- Why: the three legs of search over distinct subjects: words (BM25), phonetic n-grams, vectors (DESIGN §5).

CREATE TABLE postings (                              -- words leg: stems of each text
    lexeme  text NOT NULL,
    text_id bigint NOT NULL REFERENCES texts ON DELETE CASCADE,
    tf      smallint NOT NULL,
    PRIMARY KEY (lexeme, text_id)
);
CREATE INDEX postings_text ON postings (text_id);

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
    idf_texts   integer NOT NULL DEFAULT 0,          -- texts when the n-gram IDF was last counted
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
    text_id bigint PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
    grams   sparsevec(1048576) NOT NULL
);

CREATE INDEX text_vectors_hnsw ON text_vectors USING hnsw (embedding halfvec_cosine_ops) WITH (m = 16, ef_construction = 64);
CREATE INDEX text_grams_hnsw ON text_grams USING hnsw (grams sparsevec_cosine_ops) WITH (m = 16, ef_construction = 64);
