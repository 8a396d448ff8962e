-- Why: a payee was sought among the payees that lines name, so that a line of nobody, or of the body itself, gave its
-- amount to whom another line names. Now every line of the act in that stage has to name the one payee, as in
-- sole_payees (core/store/changes.sql); else there is none. Columns, comments and grants stay as they are.

CREATE OR REPLACE VIEW stage_acts AS
SELECT g.organization_uid, g.ada, g.stage, g.decision_type, g.issued_on, g.fiscal_year, g.amount, g.amount_state, g.kae,
       extract(year FROM g.issued_on)::integer AS year,
       extract(quarter FROM g.issued_on)::integer AS quarter,
       extract(month FROM g.issued_on)::integer AS month,
       t.lexemes AS topic,
       (SELECT CASE WHEN count(DISTINCT p.afm) = 1 AND count(p.afm) = count(*) AND NOT bool_or(p.is_natural)
                     AND max(p.afm) ~ '^(0[89]|[789])'
                     AND max(p.afm) IS DISTINCT FROM (SELECT r.afm FROM register r WHERE r.uid = g.organization_uid)
                    THEN max(p.afm) END
          FROM money_lines m
          LEFT JOIN line_payees p ON p.organization_uid = m.organization_uid AND p.ada = m.ada AND p.seq = m.seq
         WHERE m.organization_uid = g.organization_uid AND m.ada = g.ada AND m.stage = g.stage) AS payee
  FROM (SELECT l.organization_uid, l.ada, l.stage, l.decision_type, l.issued_on, l.text_id,
               CASE WHEN l.stage = 'commitment' THEN l.year END AS fiscal_year,
               sum(l.sign * l.amount) AS amount,
               CASE WHEN bool_or(l.amount IS NOT NULL) THEN 'stated'
                    WHEN bool_or(l.state = 'unread') THEN 'unread' ELSE 'unstated' END AS amount_state,
               CASE WHEN min(l.kae) = max(l.kae) AND count(l.kae) = count(*) THEN min(l.kae) END AS kae
          FROM countable_lines l
         GROUP BY 1, 2, 3, 4, 5, 6, 7) g
  LEFT JOIN texts t ON t.id = g.text_id;
