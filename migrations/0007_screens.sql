-- Why: what only the whole set tells (DIAVGEIA_API §9.6, §10) is asked anew of what changed, not of everything.
-- Who changes what a screen reads need not think of it: triggers write down the body, its types and subjects. Without a
-- key, so that writers never wait for each other here.
CREATE TABLE unscreened (
    organization_uid text NOT NULL,
    decision_type    text,                           -- null, like `text_id`: no act, but what is known of the body
    text_id          bigint
);

CREATE TABLE screening (                             -- by which rules `screened` was filled
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    rules    bytea                                   -- sha256 of their source: other rules, everything again
);
INSERT INTO screening DEFAULT VALUES;

CREATE TABLE contract_readings (                     -- acts that may be of one contract, and what came of reading them
    organization_uid text NOT NULL,
    acts             bytea NOT NULL,                 -- sha256 of all that the reading looks at
    found            jsonb NOT NULL,                 -- [[ΑΔΑ, flag, other ΑΔΑ, whether it is set aside], …]
    PRIMARY KEY (organization_uid, acts)
);

CREATE TABLE compared_subjects (                     -- how alike a large act's subject is to the others of its body and type
    text_id       bigint NOT NULL,
    other_id      bigint NOT NULL,
    accents       integer NOT NULL,                  -- of the samples compared: a better accented one is compared anew
    other_accents integer NOT NULL,
    alike         real NOT NULL,
    PRIMARY KEY (text_id, other_id)
);

CREATE FUNCTION mark_unscreened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unscreened SELECT DISTINCT organization_uid, decision_type, text_id FROM changed;
    RETURN NULL;
END $$;
CREATE TRIGGER decisions_arrived AFTER INSERT ON decisions REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_unscreened();
CREATE TRIGGER decisions_changed AFTER UPDATE ON decisions REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_unscreened();
CREATE TRIGGER decisions_replaced AFTER UPDATE ON decisions REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_unscreened();
CREATE TRIGGER decisions_removed AFTER DELETE ON decisions REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_unscreened();

-- Who the issuing body is decides who is its supplier.
CREATE FUNCTION mark_registered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unscreened
    SELECT c.uid FROM changed c WHERE EXISTS (SELECT FROM decisions d WHERE d.organization_uid = c.uid);
    RETURN NULL;
END $$;
CREATE TRIGGER register_arrived AFTER INSERT ON register REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_registered();
CREATE TRIGGER register_changed AFTER UPDATE ON register REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_registered();

-- How alike two subjects are is asked of their samples.
CREATE FUNCTION mark_reworded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unscreened
    SELECT DISTINCT d.organization_uid
      FROM changed c
      JOIN former f ON f.id = c.id AND f.sample <> c.sample
      JOIN decisions d ON d.text_id = c.id;
    RETURN NULL;
END $$;
CREATE TRIGGER texts_reworded AFTER UPDATE ON texts REFERENCING OLD TABLE AS former NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_reworded();
