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

-- A limit on amounts means the net of an act in lists and search too, as it does in totals and counts.
CREATE OR REPLACE FUNCTION matching_decisions(
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
                HAVING (amount_min IS NULL OR abs(sum(l.sign * l.amount)) >= amount_min)
                   AND (amount_max IS NULL OR abs(sum(l.sign * l.amount)) <= amount_max)))
$$;
