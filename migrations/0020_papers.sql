-- Why: a reader may have the PDF of an act, or a page of it as a picture: the bot asks, whoever holds the source fetches.
-- And what was quoted from a PDF goes with its text when the act is withheld, out of answers already given as well.

CREATE TABLE paper_requests (                        -- what came waits here for the minutes in which it is sent
    id          text PRIMARY KEY,                    -- of what is asked: whoever asks the same, asks this
    ada         text NOT NULL,
    page        integer NOT NULL CHECK (page >= 0),  -- 0: the file itself
    quote       text NOT NULL,                       -- words to mark on the page
    state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'refused', 'failed')),
    marked      boolean NOT NULL DEFAULT false,
    content     bytea,
    asked_at    timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
);
CREATE INDEX paper_requests_waiting ON paper_requests (asked_at) WHERE state = 'waiting';
CREATE INDEX paper_requests_ada ON paper_requests (ada);
ALTER TABLE paper_requests ALTER COLUMN content SET STORAGE EXTERNAL;  -- PDF and PNG are packed already

CREATE TABLE paper_files (                           -- files that Telegram holds: sent again by name
    bot         text NOT NULL,                       -- a name is good for the bot that sent the file
    ada         text NOT NULL,
    version_key bytea NOT NULL,                      -- of the act when it was sent: another one has another file
    file_id     text NOT NULL,
    PRIMARY KEY (bot, ada)
);
CREATE INDEX paper_files_ada ON paper_files (ada);
GRANT INSERT, UPDATE, DELETE ON paper_requests, paper_files TO diafaneia_app;

CREATE TABLE document_facts (                        -- read off the passages by core.domain.facts; they go with their page
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    page             integer NOT NULL,
    passage          integer NOT NULL,               -- document_passages.seq
    kind             text NOT NULL CHECK (kind IN ('amount', 'afm', 'kae', 'day', 'ada', 'adam')),
    starts           integer NOT NULL,               -- letters of the passage, from 0
    ends             integer NOT NULL,
    value            text NOT NULL,                  -- of a natural person's ΑΦΜ only that there is one
    role             text CHECK (role IN ('payable', 'deduction', 'total')),
    FOREIGN KEY (organization_uid, ada, page) REFERENCES document_pages ON DELETE CASCADE
);
CREATE INDEX document_facts_act ON document_facts (organization_uid, ada, page);
CREATE INDEX document_facts_named ON document_facts (value) WHERE kind = 'ada';
ALTER TABLE documents ADD COLUMN facts smallint;     -- the rules by which they were read; null where they were not

CREATE INDEX answers_quoting ON answers USING gin ((answer -> 'quotes') jsonb_path_ops) WHERE answer ? 'quotes';

-- Answers from before this migration do not say what they quote, only which act they read.
UPDATE answers a SET answer = a.answer || jsonb_build_object('quotes', q.quotes)
  FROM (SELECT b.id, jsonb_agg(jsonb_build_object('ada', l -> 'arguments' ->> 'ada', 'page', 0, 'text', '')) AS quotes
          FROM answers b, jsonb_array_elements(b.receipt -> 'lookups') AS l
         WHERE l ->> 'name' = 'read_document' AND l -> 'arguments' ? 'ada'
         GROUP BY b.id) AS q
 WHERE q.id = a.id;

-- A text without its quotes; all of it goes where one of them is not found as it was told.
CREATE FUNCTION without_quotes(said text, quotes jsonb, from_ada text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    words text;
BEGIN
    FOR words IN SELECT q ->> 'text' FROM jsonb_array_elements(quotes) AS q WHERE q ->> 'ada' = from_ada LOOP
        IF words = '' OR (position(words IN said) = 0 AND position(btrim(words, '«»') IN said) = 0) THEN
            RETURN 'Το απόσπασμα αφαιρέθηκε: η πράξη ' || from_ada || ' έχει σήμανση προσωπικών δεδομένων, ή η ανάρτησή της ανακλήθηκε.';
        END IF;
        said := replace(replace(said, words, '…'), btrim(words, '«»'), '…');
    END LOOP;
    RETURN said;
END $$;

CREATE OR REPLACE FUNCTION withhold_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM document_pages WHERE (organization_uid, ada) IN (SELECT d.organization_uid, d.ada FROM documents d WHERE d.ada = NEW.ada);
    IF FOUND THEN
        DELETE FROM given_answers;  -- packed: nobody knows which of them quote it, and all are made anew of what is left
    END IF;
    UPDATE documents SET state = 'withheld', reason = '', sha256 = NULL, bytes = 0, pages_total = 0, fetched_at = now()
     WHERE ada = NEW.ada AND state <> 'withheld';
    UPDATE paper_requests SET state = 'refused', content = NULL, quote = '' WHERE ada = NEW.ada;
    DELETE FROM paper_files WHERE ada = NEW.ada;
    UPDATE answers
       SET answer = (answer - 'quotes') || jsonb_build_object(
               'text', without_quotes(answer ->> 'text', answer -> 'quotes', NEW.ada),
               'choices', (SELECT coalesce(jsonb_agg(CASE WHEN c ->> 'kind' = 'sheet' THEN c || '{"kind": "ask", "text": ""}' ELSE c END), '[]')
                             FROM jsonb_array_elements(answer -> 'choices') AS c))
           || CASE WHEN EXISTS (SELECT FROM jsonb_array_elements(answer -> 'quotes') AS q WHERE q ->> 'ada' <> NEW.ada)
                   THEN jsonb_build_object('quotes', (SELECT jsonb_agg(q) FROM jsonb_array_elements(answer -> 'quotes') AS q WHERE q ->> 'ada' <> NEW.ada))
                   ELSE '{}' END
     WHERE answer ? 'quotes' AND answer -> 'quotes' @> jsonb_build_array(jsonb_build_object('ada', NEW.ada));
    RETURN NULL;
END $$;
