-- Why: the PDFs of decisions: how each file fared, its pages, and the passages that are searched and quoted.

CREATE TABLE documents (
    organization_uid text NOT NULL,                  -- of the decision; of the issuer in the ΑΔΑ where we hold none
    ada              text NOT NULL,
    state            text NOT NULL CHECK (state IN ('read', 'partial', 'missing', 'withheld', 'not_pdf', 'empty', 'too_large',
                                                    'encrypted', 'damaged', 'too_heavy', 'redirected', 'unavailable')),
    reason           text NOT NULL DEFAULT '',
    source           text NOT NULL DEFAULT 'diavgeia' CHECK (source IN ('diavgeia', 'file')),
    sha256           bytea,
    bytes            bigint NOT NULL DEFAULT 0,
    pages_total      integer NOT NULL DEFAULT 0,
    version_key      bytea,                          -- of the decision when the file was fetched: another one asks for it again
    fetched_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_uid, ada)
);
CREATE UNIQUE INDEX documents_ada ON documents (ada);
CREATE INDEX documents_state ON documents (state);

CREATE TABLE document_pages (
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    page             integer NOT NULL,
    quality          text NOT NULL,
    marks            text[] NOT NULL DEFAULT '{}',
    raw              text NOT NULL,                  -- as the file gives it, headers and footers included
    PRIMARY KEY (organization_uid, ada, page),
    FOREIGN KEY (organization_uid, ada) REFERENCES documents ON DELETE CASCADE
);

CREATE TABLE document_passages (                     -- sentences and rows of tables, in the order of the page
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    page             integer NOT NULL,
    seq              integer NOT NULL,
    kind             text NOT NULL CHECK (kind IN ('sentence', 'row', 'stamp')),
    text             text NOT NULL,
    header           text NOT NULL DEFAULT '',
    PRIMARY KEY (organization_uid, ada, page, seq),
    FOREIGN KEY (organization_uid, ada, page) REFERENCES document_pages ON DELETE CASCADE
);

-- A private act, or one whose posting was revoked or is gone, keeps its metadata; what its PDF said is deleted with the
-- very change that says so, whoever writes it (DIAVGEIA_API §11.5).
CREATE FUNCTION withhold_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM document_pages WHERE (organization_uid, ada) IN (SELECT d.organization_uid, d.ada FROM documents d WHERE d.ada = NEW.ada);
    UPDATE documents SET state = 'withheld', reason = '', sha256 = NULL, bytes = 0, pages_total = 0, fetched_at = now()
     WHERE ada = NEW.ada AND state <> 'withheld';
    RETURN NULL;
END $$;
CREATE TRIGGER decisions_withhold_new AFTER INSERT ON decisions FOR EACH ROW
    WHEN (NEW.private OR NEW.status <> 'PUBLISHED' OR NEW.gone_at IS NOT NULL) EXECUTE FUNCTION withhold_document();
CREATE TRIGGER decisions_withhold AFTER UPDATE OF private, status, gone_at ON decisions FOR EACH ROW
    WHEN (NEW.private OR NEW.status <> 'PUBLISHED' OR NEW.gone_at IS NOT NULL) EXECUTE FUNCTION withhold_document();

-- Answers that quote a page are made anew once it was read again (0012).
CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON documents
    FOR EACH STATEMENT EXECUTE FUNCTION note_change();
