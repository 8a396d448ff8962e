-- The filter is the same in every statement; an empty one is null, and a null is no limit.
-- $1 organizations   $2 since   $3 until   $4 first fiscal year   $5 last fiscal year   $6 decision types   $7 stage
-- $8 words (tsquery)   $9 payee ΑΦΜ   $10 least   $11 most   $12 ΚΑΕ   $13 CPV without its trailing zeros
-- With $4 or $5 a commitment is in the period by its fiscal year, everything else by its Athens date of issue.

-- name: totals
-- What counts, act by act, then one row a stage and key.  $14 group (null: none)
WITH acts AS (
    SELECT l.stage, l.organization_uid, l.ada,
           CASE $14::text
               WHEN 'year' THEN CASE WHEN l.stage = 'commitment' THEN l.year::text ELSE to_char(l.issued_on, 'YYYY') END
               WHEN 'quarter' THEN to_char(l.issued_on, 'YYYY-"Q"Q')
               WHEN 'month' THEN to_char(l.issued_on, 'YYYY-MM')
               WHEN 'decision_type' THEN l.decision_type
               WHEN 'organization' THEN l.organization_uid
               ELSE '' END AS key,
           sum(l.amount) FILTER (WHERE l.sign > 0) AS gross,
           sum(l.amount) FILTER (WHERE l.sign < 0) AS reversed,
           bool_or(l.sign < 0) AS reversal,
           bool_or(l.amount IS NOT NULL) AS stated,
           bool_or(l.state = 'unread') AS unread
      FROM countable_lines l
      LEFT JOIN texts t ON t.id = l.text_id
     WHERE ($1::text[] IS NULL OR l.organization_uid = ANY($1))
       AND ($2::date IS NULL OR l.issued_on >= $2 OR (l.stage = 'commitment' AND $4::integer IS NOT NULL))
       AND ($3::date IS NULL OR l.issued_on < $3 OR (l.stage = 'commitment' AND $5::integer IS NOT NULL))
       AND ($4::integer IS NULL OR l.stage <> 'commitment' OR l.year >= $4)
       AND ($5::integer IS NULL OR l.stage <> 'commitment' OR l.year <= $5)
       AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
       AND ($7::text IS NULL OR l.stage = $7)
       AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
       AND ($9::text IS NULL OR (l.organization_uid, l.ada, l.seq) IN
            (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
       AND ($12::text IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                          WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
       AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, $13)))
     GROUP BY 1, 2, 3, 4
    HAVING ($10::numeric IS NULL OR sum(l.amount) >= $10)
       AND ($11::numeric IS NULL OR sum(l.amount) <= $11)
)
SELECT a.stage, a.key,
       count(*) AS decisions,
       count(*) FILTER (WHERE NOT a.stated AND NOT a.unread) AS unstated,
       count(*) FILTER (WHERE NOT a.stated AND a.unread) AS unread,
       coalesce(sum(a.gross), 0) AS gross,
       coalesce(sum(a.reversed), 0) AS reversed,
       count(*) FILTER (WHERE a.reversal) AS reversals,
       count(s.ada) AS same_again
  FROM acts a
  LEFT JOIN screened s ON s.organization_uid = a.organization_uid AND s.ada = a.ada AND s.flag = 'same_again'
 GROUP BY a.stage, a.key
 ORDER BY a.stage, a.key;

-- name: set_aside
-- Published acts that totals leave out, one row a stage and key (flag null) and one a reason.  $14 group (null: none)
WITH lines AS (
    SELECT m.stage, m.organization_uid, m.ada, m.amount,
           CASE $14::text
               WHEN 'year' THEN CASE WHEN m.stage = 'commitment'
                   THEN coalesce(m.fiscal_year, extract(year FROM d.issued_on)::integer)::text
                   ELSE to_char(d.issued_on, 'YYYY') END
               WHEN 'quarter' THEN to_char(d.issued_on, 'YYYY-"Q"Q')
               WHEN 'month' THEN to_char(d.issued_on, 'YYYY-MM')
               WHEN 'decision_type' THEN d.decision_type
               WHEN 'organization' THEN d.organization_uid
               ELSE '' END AS key,
           CASE WHEN m.suspect THEN m.flags ELSE '{}' END || ARRAY(
               SELECT s.flag FROM screened s
                WHERE s.organization_uid = m.organization_uid AND s.ada = m.ada AND s.suspect) AS reasons
      FROM money_lines m
      JOIN countable_decisions d USING (organization_uid, ada)
      LEFT JOIN texts t ON t.id = d.text_id
     WHERE (m.suspect OR (m.organization_uid, m.ada) IN
            (SELECT s.organization_uid, s.ada FROM screened s WHERE s.suspect))
       AND ($1::text[] IS NULL OR m.organization_uid = ANY($1))
       AND ($2::date IS NULL OR d.issued_on >= $2 OR (m.stage = 'commitment' AND $4::integer IS NOT NULL))
       AND ($3::date IS NULL OR d.issued_on < $3 OR (m.stage = 'commitment' AND $5::integer IS NOT NULL))
       AND ($4::integer IS NULL OR m.stage <> 'commitment' OR coalesce(m.fiscal_year, extract(year FROM d.issued_on)) >= $4)
       AND ($5::integer IS NULL OR m.stage <> 'commitment' OR coalesce(m.fiscal_year, extract(year FROM d.issued_on)) <= $5)
       AND ($6::text[] IS NULL OR d.decision_type = ANY($6))
       AND ($7::text IS NULL OR m.stage = $7)
       AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
       AND ($9::text IS NULL OR (m.organization_uid, m.ada, m.seq) IN
            (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
       AND ($10::numeric IS NULL OR m.amount >= $10)
       AND ($11::numeric IS NULL OR m.amount <= $11)
       AND ($12::text IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(m.kae, '[,; ]+') AS code
                                          WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
       AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(m.cpvs) AS code WHERE starts_with(code, $13)))
)
SELECT stage, key, NULL AS flag, count(DISTINCT (organization_uid, ada)) AS decisions, coalesce(sum(amount), 0) AS amount
  FROM lines GROUP BY stage, key
 UNION ALL
SELECT stage, key, reason, count(DISTINCT (organization_uid, ada)), coalesce(sum(amount), 0)
  FROM lines CROSS JOIN LATERAL unnest(reasons) AS reason GROUP BY stage, key, reason
 ORDER BY 1, 2, 3;
