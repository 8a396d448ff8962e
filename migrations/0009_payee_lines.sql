-- Why: rankings of payees and the files of their acts read the same lines, so that they cannot disagree.

-- Money lines that count, each with its payees (`known`, of the kinds `classes`) and the class that it falls in.
-- An undivided amount belongs to all its payees together, as a group of its own; the body itself is nobody's supplier.
-- The first fourteen arguments are those of matching_decisions(). Inlined by the planner.
CREATE FUNCTION payee_lines(
    organizations text[], since date, until date, first_year integer, last_year integer, fiscal_types text[],
    types text[], words tsquery, payee text, amount_min numeric, amount_max numeric, budget_code text, cpv_prefix text,
    posting_status text, known text[], classes text[]
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
                              amount_min, amount_max, budget_code, cpv_prefix, posting_status) d
      JOIN countable_lines l USING (organization_uid, ada)
      LEFT JOIN line_payees p USING (organization_uid, ada, seq)
      LEFT JOIN unnest(known, classes) AS k(key, class) ON k.key = coalesce(p.afm, '=' || p.name_key)
      LEFT JOIN register r ON r.uid = l.organization_uid
     WHERE (budget_code IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                    WHERE starts_with(code, budget_code) OR starts_with(split_part(code, '-', 2), budget_code)))
       AND (cpv_prefix IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, cpv_prefix)))
     GROUP BY l.organization_uid, l.ada, l.seq, l.stage, l.sign, l.amount, l.state, l.flags, l.kae
$$;
