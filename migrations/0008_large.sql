-- Why: figures over a million acts within 300 ms (DESIGN §9). What a figure asks of an act (whether it counts, its
-- date, type and subject), of its lines and of its links stands in indexes that are read alone; and a topic meets one
-- body's acts by body and subject, whoever else wrote the same.

CREATE INDEX decisions_countable ON decisions (organization_uid, ada)
    INCLUDE (issued_on, text_id, decision_type, fiscal_year, flags) WHERE status = 'PUBLISHED' AND gone_at IS NULL;
CREATE INDEX decisions_subject ON decisions (organization_uid, text_id)
    INCLUDE (ada, issued_on, decision_type, fiscal_year, status, gone_at);

DROP INDEX money_lines_stage;
CREATE INDEX money_lines_stage ON money_lines (organization_uid, stage, ada)
    INCLUDE (seq, amount, sign, state, fiscal_year, flags) WHERE NOT suspect;

DROP INDEX links_target;
CREATE INDEX links_target ON links (target_ada) INCLUDE (organization_uid, ada);

-- All names of a payee, wherever it is paid. An index takes no value of more than a third of a page, and no act may be
-- refused for a long name: those stand in an index of their own, without the name.
CREATE INDEX line_payees_names ON line_payees (afm) INCLUDE (name) WHERE (octet_length(name) > 1000) IS NOT TRUE;
CREATE INDEX line_payees_long_names ON line_payees (afm) WHERE octet_length(name) > 1000;
