-- Why: totals and trends of a body with hundreds of thousands of acts within 300 ms (DESIGN §9). What `countable_lines`
-- gives of an act in a stage is kept, one row each, and read instead of lines, decisions and screens. Triggers write
-- down whose rows no longer hold, in the transaction that changes them: until these are counted again, statements read
-- the lines of that body. Like `unscreened` without a key, so that writers never wait for each other.
CREATE TABLE counted_acts (
    organization_uid text NOT NULL,
    stage            text NOT NULL,
    ada              text NOT NULL,
    decision_type    text NOT NULL,
    issued_on        date NOT NULL,
    year             integer NOT NULL,               -- fiscal where the act states one, else of issue
    text_id          bigint,
    gross            numeric,                        -- euro; null where no line states an amount
    reversed         numeric,
    net              numeric,
    reversal         boolean NOT NULL,               -- every line takes away
    stated           boolean NOT NULL,               -- some line states an amount
    unread           boolean NOT NULL,
    placeholder      boolean NOT NULL,
    same_again       boolean NOT NULL,
    PRIMARY KEY (organization_uid, ada, stage)
);
-- Read alone: acts of a body come from here, whatever is asked of them.
CREATE INDEX counted_acts_subject ON counted_acts (organization_uid, text_id)
    INCLUDE (stage, ada, decision_type, issued_on, year, gross, reversed, net, reversal, stated, unread, placeholder, same_again);

CREATE TABLE counted_flags (                         -- what is to be known of acts that count, flag by flag
    organization_uid text NOT NULL,
    stage            text NOT NULL,
    ada              text NOT NULL,
    flag             text NOT NULL,
    amount           numeric,                        -- of the lines that carry it, signed
    PRIMARY KEY (organization_uid, ada, stage, flag)
);

CREATE TABLE uncounted (organization_uid text NOT NULL, ada text NOT NULL);
CREATE INDEX uncounted_body ON uncounted (organization_uid);

CREATE FUNCTION mark_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO uncounted SELECT DISTINCT organization_uid, ada FROM changed;
    RETURN NULL;
END $$;
CREATE TRIGGER decisions_uncounted_new AFTER INSERT ON decisions REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER decisions_uncounted_changed AFTER UPDATE ON decisions REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER decisions_uncounted_replaced AFTER UPDATE ON decisions REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER decisions_uncounted_removed AFTER DELETE ON decisions REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER lines_uncounted_new AFTER INSERT ON money_lines REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER lines_uncounted_changed AFTER UPDATE ON money_lines REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER lines_uncounted_replaced AFTER UPDATE ON money_lines REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER lines_uncounted_removed AFTER DELETE ON money_lines REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER screened_uncounted_new AFTER INSERT ON screened REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER screened_uncounted_changed AFTER UPDATE ON screened REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER screened_uncounted_replaced AFTER UPDATE ON screened REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER screened_uncounted_removed AFTER DELETE ON screened REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();

-- TRUNCATE names no rows: everything goes with it.
CREATE FUNCTION mark_all_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO uncounted SELECT organization_uid, ada FROM counted_acts;
    RETURN NULL;
END $$;
CREATE TRIGGER decisions_uncounted_emptied AFTER TRUNCATE ON decisions
    FOR EACH STATEMENT EXECUTE FUNCTION mark_all_uncounted();
CREATE TRIGGER lines_uncounted_emptied AFTER TRUNCATE ON money_lines
    FOR EACH STATEMENT EXECUTE FUNCTION mark_all_uncounted();
CREATE TRIGGER screened_uncounted_emptied AFTER TRUNCATE ON screened
    FOR EACH STATEMENT EXECUTE FUNCTION mark_all_uncounted();

-- Whether what is kept of these bodies (null: of all) is what their lines give now.
CREATE FUNCTION is_counted(organizations text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT NOT EXISTS (SELECT FROM uncounted u WHERE organizations IS NULL OR u.organization_uid = ANY(organizations))
$$;

-- What counts of each act, in each of its stages: as it is kept while that holds, from the lines while it does not. One of
-- the two branches is never run; filters bind inside both. Inlined by the planner.
CREATE FUNCTION acts_that_count(organizations text[]) RETURNS SETOF counted_acts LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT k.organization_uid, k.stage, k.ada, k.decision_type, k.issued_on, k.year, k.text_id, k.gross, k.reversed, k.net,
           k.reversal, k.stated, k.unread, k.placeholder, k.same_again
      FROM counted_acts k
     WHERE is_counted(organizations)
       AND (organizations IS NULL OR CASE WHEN cardinality(organizations) = 1 THEN k.organization_uid = organizations[1]
                                          ELSE k.organization_uid = ANY(organizations) END)
     UNION ALL
    SELECT l.organization_uid, l.stage, l.ada, l.decision_type, l.issued_on, l.year, l.text_id,
           sum(l.amount) FILTER (WHERE l.sign > 0), sum(l.amount) FILTER (WHERE l.sign < 0), sum(l.sign * l.amount),
           bool_and(l.sign < 0), bool_or(l.amount IS NOT NULL), bool_or(l.state = 'unread'), bool_or('placeholder' = ANY(l.flags)),
           EXISTS (SELECT FROM screened s
                    WHERE s.organization_uid = l.organization_uid AND s.ada = l.ada AND s.flag = 'same_again')
      FROM countable_lines l
     WHERE NOT is_counted(organizations)
       AND (organizations IS NULL OR CASE WHEN cardinality(organizations) = 1 THEN l.organization_uid = organizations[1]
                                          ELSE l.organization_uid = ANY(organizations) END)
     GROUP BY l.organization_uid, l.stage, l.ada, l.decision_type, l.issued_on, l.year, l.text_id
$$;

INSERT INTO uncounted SELECT organization_uid, ada FROM decisions;
