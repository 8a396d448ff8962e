-- Why: an answer is given again for as long as nothing that it was made of has changed; what models cost is kept by day;
-- what answers took and what failed is told to the operator, without a text and without a chat.

-- Its sum changes with every transaction that changed data, once that has committed. A row for each server process that
-- writes, nearly (1,024 of them), so that writers do not wait for each other; numbers are not drawn from a sequence,
-- which would be seen to move before the data are.
CREATE TABLE data_changes (
    slot    smallint PRIMARY KEY,
    changes bigint NOT NULL,
    xact    xid8 NOT NULL                            -- the last one that counted: each counts once
);

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO data_changes AS c (slot, changes, xact) VALUES (pg_backend_pid() % 1024, 1, pg_current_xact_id())
    ON CONFLICT (slot) DO UPDATE SET changes = c.changes + 1, xact = excluded.xact WHERE c.xact <> excluded.xact;
    RETURN NULL;
END $$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['instance', 'register', 'organizations', 'texts', 'decisions', 'decision_versions',
                                'money_lines', 'line_payees', 'links', 'screened', 'postings', 'lexeme_counts',
                                'vocabulary', 'embedding_index', 'text_vectors', 'gram_counts', 'text_grams', 'feeds',
                                'windows'] LOOP
        EXECUTE format('CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION note_change()', name);
    END LOOP;
END $$;

-- Answers to be given again. Unlogged: after a crash of the server they are made anew.
CREATE UNLOGGED TABLE given_answers (
    key     bytea PRIMARY KEY,                       -- sha256 of the question as understood and of our own code
    version numeric NOT NULL,                        -- the sum of data_changes before it was made
    made_at timestamptz NOT NULL DEFAULT now(),
    answer  bytea NOT NULL                           -- compressed JSON, without the text that was typed
);
CREATE INDEX given_answers_made ON given_answers (made_at);

CREATE TABLE model_costs (                           -- by Athens day, of all processes
    day      date PRIMARY KEY,
    calls    integer NOT NULL,
    cost_eur numeric(14,6) NOT NULL,
    told_at  timestamptz                             -- the log says once that the day's budget is spent
);

CREATE TABLE failures (                              -- what readers were told instead of an answer, by Athens day
    day       date NOT NULL,
    kind      text NOT NULL,                         -- the failure's class
    times     integer NOT NULL,
    last_code text,                                  -- of a bug: leads to the line in the log
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (day, kind)
);

ALTER TABLE answers ADD COLUMN spent jsonb;          -- milliseconds by stage, calls and cost of a model; null: no question
CREATE INDEX answers_asked ON answers USING brin (asked_at) WITH (pages_per_range = 16);

GRANT SELECT, INSERT, UPDATE, DELETE ON given_answers, model_costs, failures TO diafaneia_app;
GRANT SELECT ON data_changes TO diafaneia_app;

-- Reading indexes into memory at the start: pg_prewarm where there is one and we may install it, else not at all.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_prewarm;
EXCEPTION WHEN OTHERS THEN
    NULL;                                            -- whatever a provider says to it: the start is slower, that is all
END $$;

-- Blocks read of an index or table of ours; null where pg_prewarm is missing. As the owner: indexes ask for that. What
-- would push much else out of the server's buffers is read for the operating system alone.
CREATE FUNCTION read_into_memory(relation text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF to_regproc('public.pg_prewarm') IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN (SELECT pg_prewarm(c.oid, CASE WHEN pg_relation_size(c.oid) > buffers / 8 THEN 'read' ELSE 'buffer' END)
              FROM pg_class c, (SELECT setting::bigint * 8192 AS buffers FROM pg_settings WHERE name = 'shared_buffers') s
             WHERE c.relname = relation AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('i', 'r'));
END $$;
REVOKE ALL ON FUNCTION read_into_memory(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_into_memory(text) TO diafaneia_app;
