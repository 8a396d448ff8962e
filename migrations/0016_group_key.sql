-- Why: totals, what they leave out, kept acts and lines are grouped alike. Commitments go by their fiscal year; null: one
-- group. Inlined by the planner.
CREATE FUNCTION group_key(
    by text, stage text, year integer, issued_on date, decision_type text, organization_uid text
) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE by
               WHEN 'year' THEN CASE WHEN stage = 'commitment' THEN year::text ELSE to_char(issued_on, 'YYYY') END
               WHEN 'quarter' THEN to_char(issued_on, 'YYYY-"Q"Q')
               WHEN 'month' THEN to_char(issued_on, 'YYYY-MM')
               WHEN 'decision_type' THEN decision_type
               WHEN 'organization' THEN organization_uid
               ELSE '' END
$$;
