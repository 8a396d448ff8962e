-- Why: what bodies decide and spend: the register, decisions with every version, their money lines and links.
-- Keys of large tables lead with the organization, so that partitioning by it needs no redesign.

CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE instance (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    demo     boolean NOT NULL DEFAULT false          -- demonstration data: every reply says so
);
INSERT INTO instance DEFAULT VALUES;

CREATE TABLE register (                              -- every public body that Διαύγεια lists
    uid            text PRIMARY KEY,
    label          text NOT NULL,
    latin_name     text,
    category       text,
    afm            text,
    status         text,
    supervisor_uid text,
    name_key       text NOT NULL,                    -- comparable key, core.greek.names
    raw            jsonb NOT NULL
);
CREATE INDEX register_name_key ON register (name_key);
CREATE INDEX register_afm ON register (afm);

CREATE TABLE organizations (                         -- bodies that we cover (DESIGN §2)
    uid      text PRIMARY KEY,
    label    text NOT NULL,
    since    date,
    source   text NOT NULL CHECK (source IN ('loaded', 'ingested', 'demo')),
    added_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE texts (                                 -- each distinct subject once, whoever wrote it
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key     bytea NOT NULL UNIQUE,                   -- sha256 of the folded subject
    sample  text NOT NULL,                           -- one subject as published, the one with most accents
    accents integer NOT NULL DEFAULT 0,              -- how many the sample has
    lexemes tsvector NOT NULL,                       -- core.greek.lexemes, with positions
    length  integer NOT NULL
);
CREATE INDEX texts_lexemes ON texts USING gin (lexemes);

CREATE TABLE decisions (
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    decision_type    text NOT NULL,
    subject          text NOT NULL,
    text_id          bigint NOT NULL REFERENCES texts,
    protocol_number  text,
    issued_on        date NOT NULL,                  -- Athens date
    issued_ms        bigint NOT NULL,
    published_at     timestamptz,
    submitted_at     timestamptz,
    status           text NOT NULL,
    private          boolean NOT NULL DEFAULT false,
    unit_uids        text[] NOT NULL DEFAULT '{}',
    signer_uids      text[] NOT NULL DEFAULT '{}',
    thematic_uids    text[] NOT NULL DEFAULT '{}',
    fiscal_year      integer,
    version_id       text,
    corrects         text,
    amount_state     text,                           -- stated, unstated, unread; null where the type carries no money
    flags            text[] NOT NULL DEFAULT '{}',
    fidelity         text,
    version_key      bytea NOT NULL,
    reading_key      bytea,                          -- sha256 of what our rules made of it: changed rules, changed key
    first_seen_at    timestamptz NOT NULL DEFAULT now(),
    changed_at       timestamptz NOT NULL DEFAULT now(),
    gone_at          timestamptz,
    PRIMARY KEY (organization_uid, ada)
);
CREATE UNIQUE INDEX decisions_ada ON decisions (ada);
CREATE INDEX decisions_issued ON decisions (organization_uid, issued_on DESC, ada);
CREATE INDEX decisions_type ON decisions (organization_uid, decision_type, issued_on DESC);
CREATE INDEX decisions_text ON decisions (text_id);
CREATE INDEX decisions_ada_trgm ON decisions USING gin (ada gin_trgm_ops);

CREATE TABLE decision_versions (                     -- append-only history, with the source's own JSON
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    version_key      bytea NOT NULL,
    version_id       text,
    submitted_at     timestamptz,
    status           text NOT NULL,
    fidelity         text,
    raw              jsonb NOT NULL,
    seen_at          timestamptz NOT NULL DEFAULT now(),
    seen_no          bigint GENERATED ALWAYS AS IDENTITY, -- order of arrival: the last word between undated versions
    PRIMARY KEY (organization_uid, ada, version_key)
);
CREATE INDEX decision_versions_ada ON decision_versions (ada);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'versions are append-only';
END $$;
CREATE TRIGGER decision_versions_append_only BEFORE UPDATE OR DELETE ON decision_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_versions_kept BEFORE TRUNCATE ON decision_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE money_lines (                           -- recomputed from the latest version (core.domain.ledger)
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    seq              integer NOT NULL,
    stage            text NOT NULL,
    amount           numeric(16,4) CHECK (amount >= 0),
    state            text NOT NULL,
    sign             smallint NOT NULL DEFAULT 1,
    currency         text NOT NULL DEFAULT 'EUR',
    fiscal_year      integer,
    kae              text,
    cpvs             text[] NOT NULL DEFAULT '{}',
    flags            text[] NOT NULL DEFAULT '{}',
    suspect          boolean NOT NULL DEFAULT false, -- by this decision alone
    PRIMARY KEY (organization_uid, ada, seq),
    FOREIGN KEY (organization_uid, ada) REFERENCES decisions ON DELETE CASCADE
);
CREATE INDEX money_lines_suspect ON money_lines (organization_uid, ada) WHERE suspect;
CREATE INDEX money_lines_stage ON money_lines (organization_uid, stage) INCLUDE (ada, amount, sign);

CREATE TABLE line_payees (
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    seq              integer NOT NULL,
    place            integer NOT NULL,
    afm              text,
    name             text,
    name_key         text,
    is_natural       boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_uid, ada, seq, place),
    FOREIGN KEY (organization_uid, ada, seq) REFERENCES money_lines ON DELETE CASCADE
);
CREATE INDEX line_payees_afm ON line_payees (afm);
CREATE INDEX line_payees_name ON line_payees USING gin (name_key gin_trgm_ops);

CREATE TABLE links (
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    target_ada       text NOT NULL,
    kind             text NOT NULL,
    PRIMARY KEY (organization_uid, ada, target_ada, kind),
    FOREIGN KEY (organization_uid, ada) REFERENCES decisions ON DELETE CASCADE
);
CREATE INDEX links_target ON links (target_ada);

CREATE TABLE screened (                              -- flags that only the whole set decides: peers, repeats
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    flag             text NOT NULL,
    other_ada        text,
    suspect          boolean NOT NULL,               -- out of euro totals
    PRIMARY KEY (organization_uid, ada, flag),
    FOREIGN KEY (organization_uid, ada) REFERENCES decisions ON DELETE CASCADE
);
CREATE INDEX screened_suspect ON screened (organization_uid, ada) WHERE suspect;

CREATE TABLE loads (                                 -- one row a run of `ingest load`
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source      text NOT NULL,
    started_at  timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    read_rows   bigint NOT NULL DEFAULT 0,
    new_rows    bigint NOT NULL DEFAULT 0,
    changed_rows bigint NOT NULL DEFAULT 0,
    rejected_rows bigint NOT NULL DEFAULT 0
);

CREATE TABLE rejections (
    load_id bigint NOT NULL REFERENCES loads,
    row     bigint NOT NULL,
    ada     text,
    reason  text NOT NULL,
    raw     text NOT NULL,
    PRIMARY KEY (load_id, row)
);
CREATE INDEX rejections_raw ON rejections (md5(raw));  -- a row refused twice is kept once

-- Counts of acts read this: published, latest version. Suspects and repeats are inside (DESIGN §4).
CREATE VIEW countable_decisions AS
SELECT d.* FROM decisions d WHERE d.status = 'PUBLISHED' AND d.gone_at IS NULL;

-- Euro figures read this and nothing else: published, latest version, not suspect.
CREATE VIEW countable_lines AS
SELECT d.organization_uid, d.ada, l.seq, l.stage, l.amount, l.state, l.sign, l.flags,
       coalesce(l.fiscal_year, extract(year FROM d.issued_on)::integer) AS year,
       l.fiscal_year, l.kae, l.cpvs, d.decision_type, d.issued_on, d.text_id, d.subject
  FROM money_lines l
  JOIN decisions d USING (organization_uid, ada)
 WHERE d.status = 'PUBLISHED' AND d.gone_at IS NULL AND NOT l.suspect
   AND NOT EXISTS (SELECT FROM screened s
                    WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada AND s.suspect);

-- What totals leave out, with the reasons: the published lines that are not in countable_lines.
CREATE VIEW set_aside_lines AS
SELECT d.organization_uid, d.ada, l.seq, l.stage, l.amount, l.state, l.sign, l.flags,
       coalesce(l.fiscal_year, extract(year FROM d.issued_on)::integer) AS year,
       l.fiscal_year, l.kae, l.cpvs, d.decision_type, d.issued_on, d.text_id, d.subject,
       CASE WHEN l.suspect THEN l.flags ELSE '{}' END
       || ARRAY(SELECT s.flag FROM screened s
                 WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada AND s.suspect) AS reasons
  FROM (SELECT m.organization_uid, m.ada FROM money_lines m WHERE m.suspect
         UNION SELECT s.organization_uid, s.ada FROM screened s WHERE s.suspect) a
  JOIN money_lines l USING (organization_uid, ada)
  JOIN decisions d USING (organization_uid, ada)
 WHERE d.status = 'PUBLISHED' AND d.gone_at IS NULL
   AND (l.suspect OR EXISTS (SELECT FROM screened s
                              WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada AND s.suspect));
