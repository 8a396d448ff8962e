-- What one act of a stage amounts to, in the middle and on average. $1–$13 as in spending.sql.

-- name: by
-- One row a key.  $14 group (null: none).  Counted are acts that state an amount of zero or more; reversals are told
-- apart. The median of an even number is half the sum of the two in the middle: one from below, one from above.
WITH acts AS (
    SELECT l.organization_uid, l.ada,
           group_key($14, l.stage, l.year, l.issued_on, l.decision_type, l.organization_uid) AS key,
           sum(l.sign * l.amount) AS amount,
           bool_and(l.sign < 0) OR coalesce(sum(l.sign * l.amount) < 0, false) AS reversal,
           bool_or(l.state = 'unread') AS unread
      FROM countable_lines l
      LEFT JOIN texts t ON t.id = l.text_id
     WHERE ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
                                       ELSE l.organization_uid = ANY($1) END)
       AND CASE WHEN $4::integer IS NOT NULL AND l.stage = 'commitment' THEN l.year BETWEEN $4 AND $5::integer
                ELSE l.issued_on >= $2::date AND l.issued_on < $3::date END
       AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
       AND l.stage = $7::text
       AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
       AND ($9::text IS NULL OR (l.organization_uid, l.ada, l.seq) IN
            (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
       AND ($12::text IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                          WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
       AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, $13)))
     GROUP BY 1, 2, 3
    HAVING ($10::numeric IS NULL OR abs(sum(l.sign * l.amount)) >= $10)
       AND ($11::numeric IS NULL OR abs(sum(l.sign * l.amount)) <= $11)
), counted AS (
    SELECT a.*, NOT a.reversal AND a.amount IS NOT NULL AS counts FROM acts a
)
SELECT a.key,
       count(*) AS decisions,
       count(*) FILTER (WHERE a.counts) AS counted,
       count(*) FILTER (WHERE a.reversal) AS reversals,
       count(*) FILTER (WHERE a.amount IS NULL AND NOT a.reversal AND NOT a.unread) AS unstated,
       count(*) FILTER (WHERE a.amount IS NULL AND NOT a.reversal AND a.unread) AS unread,
       count(*) FILTER (WHERE a.counts AND a.amount = 0) AS zeros,
       coalesce(sum(a.amount) FILTER (WHERE a.counts), 0) AS amount,
       max(a.amount) FILTER (WHERE a.counts) AS largest,
       (percentile_disc(0.5) WITHIN GROUP (ORDER BY a.amount) FILTER (WHERE a.counts)
        + percentile_disc(0.5) WITHIN GROUP (ORDER BY a.amount DESC) FILTER (WHERE a.counts)) / 2 AS median
  FROM counted a
 GROUP BY a.key
 ORDER BY a.key;
