-- The acts behind a figure, all of them: those that count, those set aside, those withdrawn at the source.

-- name: acts
-- $1–$13 as in spending.sql  $14 limit.  Commitments come apart by fiscal year, so that the rows add up year by year;
-- limits on amount bind the whole act, as they do in totals.
WITH every AS (
    SELECT 'counted' AS place, organization_uid, ada, seq, stage, amount, state, sign, flags, year, kae, cpvs,
           decision_type, issued_on, text_id
      FROM countable_lines
     UNION ALL
    SELECT 'set_aside', organization_uid, ada, seq, stage, amount, state, sign, flags, year, kae, cpvs,
           decision_type, issued_on, text_id
      FROM set_aside_lines
     UNION ALL
    SELECT 'withdrawn', d.organization_uid, d.ada, m.seq, m.stage, m.amount, m.state, m.sign, m.flags,
           coalesce(m.fiscal_year, extract(year FROM d.issued_on)::integer), m.kae, m.cpvs,
           d.decision_type, d.issued_on, d.text_id
      FROM decisions d
      JOIN money_lines m USING (organization_uid, ada)
     WHERE d.status <> 'PUBLISHED' OR d.gone_at IS NOT NULL
), acts AS (
    SELECT l.place, l.stage, l.organization_uid, l.ada, l.issued_on,
           CASE WHEN l.stage = 'commitment' THEN l.year END AS year,
           sum(l.sign * l.amount) AS signed,
           bool_and(l.sign < 0) AS reversal,
           bool_or(l.state = 'unread') AS unread,
           sum(sum(l.sign * l.amount)) OVER (PARTITION BY l.place, l.stage, l.organization_uid, l.ada) AS whole
      FROM every l
      LEFT JOIN texts t ON t.id = l.text_id
     WHERE ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
                                       ELSE l.organization_uid = ANY($1) END)
       AND CASE WHEN $4::integer IS NOT NULL AND l.stage = 'commitment' THEN l.year BETWEEN $4 AND $5::integer
                ELSE l.issued_on >= $2::date AND l.issued_on < $3::date END
       AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
       AND ($7::text IS NULL OR l.stage = $7)
       AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
       AND ($9::text IS NULL OR (l.organization_uid, l.ada, l.seq) IN
            (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
       AND ($12::text IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                          WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
       AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, $13)))
     GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT a.place, a.stage, a.organization_uid, a.ada, a.year, abs(a.signed) AS amount, a.unread,
       CASE WHEN a.signed < 0 OR a.reversal THEN -1 ELSE 1 END AS sign
  FROM acts a
 WHERE ($10::numeric IS NULL OR abs(a.whole) >= $10) AND ($11::numeric IS NULL OR abs(a.whole) <= $11)
 ORDER BY a.place, -abs(a.signed), a.issued_on DESC, a.ada, a.year
 LIMIT $14::integer;

-- name: standing
-- How these acts stand now.  $1 ΑΔΑs
SELECT d.ada, d.status, encode(d.version_key, 'hex') AS version, d.gone_at IS NOT NULL AS gone, d.corrects IS NOT NULL
       AS correction, d.first_seen_at, d.changed_at
  FROM decisions d WHERE d.ada = ANY($1::text[]);
