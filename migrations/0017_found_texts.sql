-- Why: totals of a topic in a body of 160,000 acts within 300 ms (DESIGN §9). Half of their time went into finding, in each
-- statement anew, the texts that hold the words, and the links of a body's acts that lead outside of it: one in 5,000.

-- Links to what is no act of the same body, as far as it is held. Kept with counted_acts, and trusted as long as they are.
CREATE TABLE foreign_links (
    organization_uid text NOT NULL,
    ada              text NOT NULL,
    target_ada       text NOT NULL,
    PRIMARY KEY (organization_uid, ada, target_ada)
);
CREATE INDEX foreign_links_target ON foreign_links (organization_uid, target_ada);

CREATE TRIGGER links_uncounted_new AFTER INSERT ON links REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER links_uncounted_changed AFTER UPDATE ON links REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER links_uncounted_replaced AFTER UPDATE ON links REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE TRIGGER links_uncounted_removed AFTER DELETE ON links REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_uncounted();
CREATE FUNCTION mark_foreign_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO uncounted SELECT DISTINCT organization_uid, ada FROM foreign_links;
    RETURN NULL;
END $$;
CREATE TRIGGER links_uncounted_emptied AFTER TRUNCATE ON links
    FOR EACH STATEMENT EXECUTE FUNCTION mark_foreign_uncounted();

-- As in 0007, and within `texts` where those that hold the words were found already (null: no limit).
DROP FUNCTION matching_decisions;
CREATE FUNCTION matching_decisions(
    organizations text[], since date, until date, first_year integer, last_year integer, fiscal_types text[],
    types text[], words tsquery, payee text, amount_min numeric, amount_max numeric, budget_code text, cpv_prefix text,
    posting_status text, texts bigint[] DEFAULT NULL
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
       AND (texts IS NULL OR d.text_id = ANY(ARRAY(SELECT unnest(texts))))
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

-- As in 0009, with the same last argument.
DROP FUNCTION payee_lines;
CREATE FUNCTION payee_lines(
    organizations text[], since date, until date, first_year integer, last_year integer, fiscal_types text[],
    types text[], words tsquery, payee text, amount_min numeric, amount_max numeric, budget_code text, cpv_prefix text,
    posting_status text, known text[], classes text[], texts bigint[] DEFAULT NULL
) RETURNS TABLE (organization_uid text, ada text, stage text, amount numeric, unread boolean, keys text[], class text)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT l.organization_uid, l.ada, l.stage, l.sign * l.amount AS amount, l.state = 'unread' AS unread,
           array_agg(k.key ORDER BY k.key) FILTER (WHERE k.key IS NOT NULL) AS keys,
           CASE WHEN count(p.ada) = 0 THEN 'nobody'
                WHEN bool_and(p.afm IS NOT NULL AND p.afm IS NOT DISTINCT FROM r.afm) THEN 'self'
                WHEN 'payroll' = ANY(l.flags) THEN 'payroll'
                WHEN bool_or(k.class = 'private') THEN 'private'
                WHEN l.stage IN ('approval', 'payment') AND l.kae ~ '^(\d\d[-.])?82\d\d([-.]|$)' THEN 'withheld'
                WHEN l.stage IN ('approval', 'payment') AND l.kae ~ '^(\d\d[-.])?63\d\d([-.]|$)' THEN 'tax'
                WHEN l.stage IN ('approval', 'payment') AND l.kae ~ '^(\d\d[-.])?65\d\d([-.]|$)' THEN 'debt'
                WHEN bool_or(k.class IN ('supplier', 'person')) THEN 'supplier'
                ELSE min(k.class) END AS class
      FROM matching_decisions(organizations, since, until, first_year, last_year, fiscal_types, types, words, payee,
                              amount_min, amount_max, budget_code, cpv_prefix, posting_status, texts) d
      JOIN countable_lines l USING (organization_uid, ada)
      LEFT JOIN line_payees p USING (organization_uid, ada, seq)
      LEFT JOIN unnest(known, classes) AS k(key, class) ON k.key = coalesce(p.afm, '=' || p.name_key)
      LEFT JOIN register r ON r.uid = l.organization_uid
     WHERE (budget_code IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                    WHERE starts_with(code, budget_code) OR starts_with(split_part(code, '-', 2), budget_code)))
       AND (cpv_prefix IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, cpv_prefix)))
     GROUP BY l.organization_uid, l.ada, l.seq, l.stage, l.sign, l.amount, l.state, l.flags, l.kae
$$;

INSERT INTO foreign_links
SELECT DISTINCT k.organization_uid, k.ada, k.target_ada
  FROM links k
 WHERE NOT EXISTS (SELECT FROM decisions d WHERE d.organization_uid = k.organization_uid AND d.ada = k.target_ada);
