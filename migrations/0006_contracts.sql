-- Why: one contract in several acts counts once (DESIGN §4); its acts are found from any of them.
CREATE INDEX screened_other ON screened (other_ada) WHERE suspect;

-- All acts of the contract that this act is a step of; the act alone gives nothing.
CREATE FUNCTION contract_acts(body text, act text) RETURNS TABLE (ada text) LANGUAGE sql STABLE AS $$
    WITH kept AS (
        SELECT coalesce((SELECT s.other_ada FROM screened s
                          WHERE s.organization_uid = body AND s.ada = act AND s.flag = 'same_contract'), act) AS ada
    ), others AS (
        SELECT s.ada FROM screened s JOIN kept ON kept.ada = s.other_ada WHERE s.suspect AND s.flag = 'same_contract'
    )
    SELECT others.ada FROM others UNION ALL SELECT kept.ada FROM kept WHERE EXISTS (SELECT FROM others)
$$;
