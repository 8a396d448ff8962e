-- The acts behind a figure, all of them: those that count, those set aside, those withdrawn at the source.

-- name: acts
-- $1–$13 as in spending.sql  $14 limit  $15 taken out, as there.  Commitments come apart by fiscal year, so that the rows add up year by year;
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
       AND (cardinality($15::text[]) = 0 OR (l.ada <> ALL($15) AND coalesce(
            (SELECT string_agg(coalesce(q.afm, '=' || q.name_key), '+' ORDER BY coalesce(q.afm, '=' || q.name_key))
               FROM line_payees q
              WHERE q.organization_uid = l.organization_uid AND q.ada = l.ada AND q.seq = l.seq), '') <> ALL($15)))
     GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT a.place, a.stage, a.organization_uid, a.ada, a.year, abs(a.signed) AS amount, a.unread,
       CASE WHEN a.signed < 0 OR a.reversal THEN -1 ELSE 1 END AS sign
  FROM acts a
 WHERE ($10::numeric IS NULL OR abs(a.whole) >= $10) AND ($11::numeric IS NULL OR abs(a.whole) <= $11)
 ORDER BY a.place, -abs(a.signed), a.issued_on DESC, a.ada, a.year
 LIMIT $14::integer;

-- name: numbered
-- The acts behind a number of acts, under the filter of `count` in spending.sql: those of the status asked ($15, null:
-- published) count, the others say why not.  $14 limit  $16 some limit concerns the money lines
-- $17 commitments alone are asked  $18 taken out
SELECT l.organization_uid, l.ada, l.decision_type, l.subject, l.issued_on, l.status, l.private, l.amount_state,
       encode(l.version_key, 'hex') AS version, r.afm AS issuer_afm, m.stage, m.amount, m.sign, p.payees,
       l.gone_at IS NULL AND l.status = coalesce($15::text, 'PUBLISHED') AS counts,
       ARRAY(SELECT f.flag FROM unnest(l.flags) AS f(flag)
              UNION SELECT s.flag FROM screened s WHERE s.organization_uid = l.organization_uid AND s.ada = l.ada
              ORDER BY 1) AS flags
  FROM decisions l
  LEFT JOIN texts t ON t.id = l.text_id
  LEFT JOIN register r ON r.uid = l.organization_uid
  LEFT JOIN LATERAL (
      SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
        FROM money_lines WHERE organization_uid = l.organization_uid AND ada = l.ada) m ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(p.afm, p.name, p.is_natural, CASE WHEN p.name IS NULL THEN
                   (SELECT k.name FROM line_payees k WHERE k.afm = p.afm AND k.name IS NOT NULL
                     GROUP BY k.name ORDER BY count(*) DESC, k.name LIMIT 1) END) ORDER BY p.seq, p.place) AS payees
        FROM line_payees p WHERE p.organization_uid = l.organization_uid AND p.ada = l.ada) p ON true
 WHERE ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
                                   ELSE l.organization_uid = ANY($1) END)
   AND CASE WHEN $4::integer IS NOT NULL AND $17::boolean
            THEN coalesce(l.fiscal_year, extract(year FROM l.issued_on)) BETWEEN $4 AND $5::integer
            ELSE l.issued_on >= $2::date AND l.issued_on < $3::date END
   AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
   AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
   AND l.ada <> ALL($18::text[])
   AND (NOT $16::boolean OR (l.organization_uid, l.ada) IN (
        SELECT n.organization_uid, n.ada
          FROM money_lines n
         WHERE ($1 IS NULL OR CASE WHEN cardinality($1) = 1 THEN n.organization_uid = ($1::text[])[1]
                                   ELSE n.organization_uid = ANY($1) END)
           AND ($7::text IS NULL OR n.stage = $7)
           AND ($9::text IS NULL OR (n.organization_uid, n.ada, n.seq) IN
                (SELECT q.organization_uid, q.ada, q.seq FROM line_payees q WHERE q.afm = $9))
           AND ($12::text IS NULL OR EXISTS
                (SELECT FROM regexp_split_to_table(n.kae, '[,; ]+') AS code
                  WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
           AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(n.cpvs) AS code WHERE starts_with(code, $13)))
         GROUP BY 1, 2
        HAVING ($10::numeric IS NULL OR abs(sum(n.sign * n.amount)) >= $10)
           AND ($11::numeric IS NULL OR abs(sum(n.sign * n.amount)) <= $11)))
 ORDER BY counts DESC, l.issued_on DESC, l.ada
 LIMIT $14::integer;

-- name: standing
-- How these acts stand now.  $1 ΑΔΑs
SELECT d.ada, d.status, encode(d.version_key, 'hex') AS version, d.gone_at IS NOT NULL AS gone, d.corrects IS NOT NULL
       AS correction, d.first_seen_at, d.changed_at
  FROM decisions d WHERE d.ada = ANY($1::text[]);
