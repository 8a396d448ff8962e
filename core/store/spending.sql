-- Every statement begins with the same filter; null is no limit.
-- $1 organizations  $2 since  $3 until  $4 first fiscal year  $5 last fiscal year  $6 decision types  $7 stage
-- $8 words (tsquery)  $9 payee ΑΦΜ  $10 least  $11 most  $12 ΚΑΕ  $13 CPV without its trailing zeros
-- $2 and $3 are never null (infinities); with $4 and $5 a commitment is in the period by its fiscal year instead.
-- A single body ($1) is compared with =, which binds every joined table. A LEFT JOIN with texts is dropped by the
-- planner when no words are asked, and becomes an inner join when they are.
-- Where only acts are asked about, they are read whole (acts_that_count, migration 0010); what is asked of lines or payees is
-- read from lines. The branch that is not asked for is dropped by the planner.
-- Then of each: what the reader took out, ΑΔΑs, and payees as the lines name them (all of a line, joined by +); and of those
-- that read acts whole the texts that hold the words ($8), found once an answer (core.store.matched).

-- name: totals
-- What counts, act by act, then one row a stage and key.  $14 group (null: none)
-- $15: of these acts, which `linked` found, those whose own subject does not hold the words (null: no such question)
WITH lines AS (
    SELECT l.stage, l.organization_uid, l.ada,
           group_key($14, l.stage, l.year, l.issued_on, l.decision_type, l.organization_uid) AS key,
           sum(l.amount) FILTER (WHERE l.sign > 0) AS gross,
           sum(l.amount) FILTER (WHERE l.sign < 0) AS reversed,
           bool_and(l.sign < 0) AS reversal,
           bool_or(l.amount IS NOT NULL) AS stated,
           bool_or(l.state = 'unread') AS unread
      FROM countable_lines l
      LEFT JOIN texts t ON t.id = l.text_id
     WHERE NOT (coalesce($9::text, $12::text, $13::text) IS NULL AND cardinality($16::text[]) = 0)
       AND ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
                                       ELSE l.organization_uid = ANY($1) END)
       AND CASE WHEN $4::integer IS NOT NULL AND l.stage = 'commitment' THEN l.year BETWEEN $4 AND $5::integer
                ELSE l.issued_on >= $2::date AND l.issued_on < $3::date END
       AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
       AND ($7::text IS NULL OR l.stage = $7)
       AND ($8::text IS NULL OR CASE WHEN $15::text[] IS NULL THEN t.lexemes @@ $8::text::tsquery
                                     ELSE NOT t.lexemes @@ $8::text::tsquery AND l.ada = ANY($15) END)
       AND ($9::text IS NULL OR (l.organization_uid, l.ada, l.seq) IN
            (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
       AND ($12::text IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                          WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
       AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, $13)))
       AND (cardinality($16::text[]) = 0 OR (l.ada <> ALL($16) AND coalesce(
            (SELECT string_agg(coalesce(q.afm, '=' || q.name_key), '+' ORDER BY coalesce(q.afm, '=' || q.name_key))
               FROM line_payees q
              WHERE q.organization_uid = l.organization_uid AND q.ada = l.ada AND q.seq = l.seq), '') <> ALL($16)))
     GROUP BY 1, 2, 3, 4
    HAVING ($10::numeric IS NULL OR abs(sum(l.sign * l.amount)) >= $10)
       AND ($11::numeric IS NULL OR abs(sum(l.sign * l.amount)) <= $11)
), acts AS (
    SELECT k.stage,
           group_key($14, k.stage, k.year, k.issued_on, k.decision_type, k.organization_uid) AS key,
           k.gross, k.reversed, k.reversal, k.stated, k.unread, k.same_again
      FROM acts_that_count($1) k
     WHERE coalesce($9::text, $12::text, $13::text) IS NULL AND cardinality($16::text[]) = 0
       AND CASE WHEN $4::integer IS NOT NULL AND k.stage = 'commitment' THEN k.year BETWEEN $4 AND $5::integer
                ELSE k.issued_on >= $2::date AND k.issued_on < $3::date END
       AND ($6::text[] IS NULL OR k.decision_type = ANY($6))
       AND ($7::text IS NULL OR k.stage = $7)
       AND ($8::text IS NULL OR CASE WHEN $15::text[] IS NULL
            THEN k.text_id = ANY(ARRAY(SELECT unnest($17::bigint[])))
            ELSE k.ada = ANY(ARRAY(SELECT unnest($15::text[]))) AND k.text_id NOT IN (SELECT unnest($17::bigint[])) END)
       AND ($10::numeric IS NULL OR abs(k.net) >= $10)
       AND ($11::numeric IS NULL OR abs(k.net) <= $11)
     UNION ALL
    SELECT l.stage, l.key, l.gross, l.reversed, l.reversal, l.stated, l.unread, s.ada IS NOT NULL
      FROM lines l
      LEFT JOIN screened s ON s.organization_uid = l.organization_uid AND s.ada = l.ada AND s.flag = 'same_again'
)
SELECT a.stage, a.key,
       count(*) AS decisions,
       count(*) FILTER (WHERE NOT a.stated AND NOT a.unread) AS unstated,
       count(*) FILTER (WHERE NOT a.stated AND a.unread) AS unread,
       coalesce(sum(a.gross), 0) AS gross,
       coalesce(sum(a.reversed), 0) AS reversed,
       count(*) FILTER (WHERE a.reversal) AS reversals,
       count(*) FILTER (WHERE a.same_again) AS same_again
  FROM acts a
 GROUP BY a.stage, a.key
 ORDER BY a.stage, a.key;

-- name: linked
-- Acts that one link, in either direction, ties to a published act whose subject holds the words.  $1 organizations  $2 words
-- $3 the texts of these organizations that hold them.
-- Links among their own acts, then their links to acts of others: those are few, and kept (migration 0017).
WITH own AS MATERIALIZED (
    SELECT m.ada
      FROM countable_decisions m
     WHERE m.text_id = ANY(ARRAY(SELECT unnest($3::bigint[])))
       AND ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN m.organization_uid = ($1::text[])[1]
                                       ELSE m.organization_uid = ANY($1) END)
), ties AS MATERIALIZED (
    SELECT k.ada, k.target_ada
      FROM links k
     WHERE $1 IS NULL OR CASE WHEN cardinality($1) = 1 THEN k.organization_uid = ($1::text[])[1]
                              ELSE k.organization_uid = ANY($1) END
), others AS MATERIALIZED (
    SELECT k.ada, k.target_ada
      FROM foreign_links k
     WHERE $1 IS NOT NULL AND is_counted($1) AND CASE WHEN cardinality($1) = 1 THEN k.organization_uid = ($1::text[])[1]
                                                      ELSE k.organization_uid = ANY($1) END
     UNION ALL
    SELECT k.ada, k.target_ada
      FROM ties k
     WHERE $1 IS NOT NULL AND NOT is_counted($1)
       AND NOT EXISTS (SELECT FROM decisions d
                        WHERE d.ada = k.target_ada AND CASE WHEN cardinality($1) = 1 THEN d.organization_uid = ($1)[1]
                                                            ELSE d.organization_uid = ANY($1) END)
)
SELECT k.ada FROM ties k WHERE k.target_ada IN (SELECT m.ada FROM own m)
 UNION
SELECT k.target_ada FROM ties k WHERE k.ada IN (SELECT m.ada FROM own m)
 UNION
SELECT k.ada
  FROM others k
 WHERE (SELECT x.lexemes @@ $2::text::tsquery
          FROM countable_decisions m JOIN texts x ON x.id = m.text_id WHERE m.ada = k.target_ada);

-- name: set_aside
-- What totals leave out, one row a stage and key (reason null), and one more a reason.  $14 group (null: none)
-- An ΑΦΜ typed as an amount is no euro, and may be a private person's: it is in no sum.
WITH acts AS (
    SELECT l.stage, l.organization_uid, l.ada,
           group_key($14, l.stage, l.year, l.issued_on, l.decision_type, l.organization_uid) AS key,
           sum(l.amount) FILTER (WHERE NOT 'afm_as_amount' = ANY(l.reasons)) AS amount,
           string_agg(DISTINCT array_to_string(l.reasons, ' '), ' ') AS reasons
      FROM set_aside_lines l
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
     GROUP BY 1, 2, 3, 4
    HAVING ($10::numeric IS NULL OR abs(sum(l.sign * l.amount)) >= $10)
       AND ($11::numeric IS NULL OR abs(sum(l.sign * l.amount)) <= $11)
)
SELECT a.stage, a.key, NULL AS reason, count(*) AS decisions, coalesce(sum(a.amount), 0) AS amount
  FROM acts a GROUP BY a.stage, a.key
 UNION ALL
SELECT a.stage, a.key, r.reason, count(DISTINCT (a.organization_uid, a.ada)), coalesce(sum(a.amount), 0)
  FROM acts a
 CROSS JOIN LATERAL (SELECT DISTINCT reason FROM string_to_table(a.reasons, ' ') AS reason) r
 GROUP BY a.stage, a.key, r.reason
 ORDER BY 1, 2, 3;

-- name: noted
-- What is to be known of acts that do count, by stage: how many carry each flag, reversals apart.  $16 stages
WITH acts AS (
    SELECT f.stage, f.flag, f.amount
      FROM counted_flags f
      JOIN counted_acts k USING (organization_uid, stage, ada)
     WHERE is_counted($1) AND coalesce($9::text, $12::text, $13::text) IS NULL AND cardinality($14::text[]) = 0
       AND ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN k.organization_uid = ($1::text[])[1]
                                       ELSE k.organization_uid = ANY($1) END)
       AND CASE WHEN $4::integer IS NOT NULL AND k.stage = 'commitment' THEN k.year BETWEEN $4 AND $5::integer
                ELSE k.issued_on >= $2::date AND k.issued_on < $3::date END
       AND ($6::text[] IS NULL OR k.decision_type = ANY($6))
       AND $7::text IS NULL AND k.stage = ANY($16::text[])
       AND ($8::text IS NULL OR k.text_id = ANY(ARRAY(SELECT unnest($15::bigint[]))))
       AND f.flag <> 'reversal'
       AND ($10::numeric IS NULL OR abs(f.amount) >= $10)
       AND ($11::numeric IS NULL OR abs(f.amount) <= $11)
     UNION ALL
    SELECT stage, flag, amount FROM (SELECT l.organization_uid, l.ada, l.stage, flag.name AS flag, sum(l.sign * l.amount) AS amount
      FROM countable_lines l
     CROSS JOIN LATERAL (SELECT unnest(l.flags) UNION ALL
                         SELECT s.flag FROM screened s WHERE s.organization_uid = l.organization_uid AND s.ada = l.ada
                                                         AND s.flag IN ('replaced', 'exceeds')) AS flag(name)
      LEFT JOIN texts t ON t.id = l.text_id
     WHERE NOT (is_counted($1) AND coalesce($9::text, $12::text, $13::text) IS NULL AND cardinality($14::text[]) = 0)
       AND ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
                                       ELSE l.organization_uid = ANY($1) END)
       AND CASE WHEN $4::integer IS NOT NULL AND l.stage = 'commitment' THEN l.year BETWEEN $4 AND $5::integer
                ELSE l.issued_on >= $2::date AND l.issued_on < $3::date END
       AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
       AND $7::text IS NULL AND l.stage = ANY($16::text[])
       AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
       AND ($9::text IS NULL OR (l.organization_uid, l.ada, l.seq) IN
            (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
       AND ($12::text IS NULL OR EXISTS (SELECT FROM regexp_split_to_table(l.kae, '[,; ]+') AS code
                                          WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
       AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(l.cpvs) AS code WHERE starts_with(code, $13)))
       AND (cardinality($14::text[]) = 0 OR (l.ada <> ALL($14) AND coalesce(
            (SELECT string_agg(coalesce(q.afm, '=' || q.name_key), '+' ORDER BY coalesce(q.afm, '=' || q.name_key))
               FROM line_payees q
              WHERE q.organization_uid = l.organization_uid AND q.ada = l.ada AND q.seq = l.seq), '') <> ALL($14)))
       AND flag.name <> 'reversal'
     GROUP BY 1, 2, 3, 4
    HAVING ($10::numeric IS NULL OR abs(sum(l.sign * l.amount)) >= $10)
       AND ($11::numeric IS NULL OR abs(sum(l.sign * l.amount)) <= $11)) AS lines
)
SELECT stage, flag, count(*) AS decisions, coalesce(sum(amount), 0) AS amount FROM acts GROUP BY stage, flag
 ORDER BY stage, flag;

-- name: payees_of
-- The names of an ΑΦΜ.  $1 ΑΦΜ
SELECT DISTINCT afm, name, is_natural AS "natural" FROM line_payees WHERE afm = $1;

-- name: acts
-- The acts behind a figure.  $14 all (by amount), largest or smallest  $15 limit
-- Ranked ones carry an amount and are no reversals; a placeholder or a zero is never the smallest.
WITH acts AS (
    SELECT k.stage, k.organization_uid, k.ada, k.issued_on, abs(k.net) AS amount,
           CASE WHEN k.net < 0 OR k.reversal THEN -1 ELSE 1 END AS sign, k.unread, k.placeholder
      FROM acts_that_count($1) k
     WHERE coalesce($9::text, $12::text, $13::text) IS NULL AND cardinality($16::text[]) = 0
       AND CASE WHEN $4::integer IS NOT NULL AND k.stage = 'commitment' THEN k.year BETWEEN $4 AND $5::integer
                ELSE k.issued_on >= $2::date AND k.issued_on < $3::date END
       AND ($6::text[] IS NULL OR k.decision_type = ANY($6))
       AND ($7::text IS NULL OR k.stage = $7)
       AND ($8::text IS NULL OR k.text_id = ANY(ARRAY(SELECT unnest($17::bigint[]))))
       AND ($10::numeric IS NULL OR abs(k.net) >= $10)
       AND ($11::numeric IS NULL OR abs(k.net) <= $11)
     UNION ALL
    (SELECT l.stage, l.organization_uid, l.ada, l.issued_on,
           abs(sum(l.sign * l.amount)) AS amount,
           CASE WHEN sum(l.sign * l.amount) < 0 OR bool_and(l.sign < 0) THEN -1 ELSE 1 END AS sign,
           bool_or(l.state = 'unread') AS unread,
           bool_or('placeholder' = ANY(l.flags)) AS placeholder
      FROM countable_lines l
      LEFT JOIN texts t ON t.id = l.text_id
     WHERE NOT (coalesce($9::text, $12::text, $13::text) IS NULL AND cardinality($16::text[]) = 0)
       AND ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
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
       AND (cardinality($16::text[]) = 0 OR (l.ada <> ALL($16) AND coalesce(
            (SELECT string_agg(coalesce(q.afm, '=' || q.name_key), '+' ORDER BY coalesce(q.afm, '=' || q.name_key))
               FROM line_payees q
              WHERE q.organization_uid = l.organization_uid AND q.ada = l.ada AND q.seq = l.seq), '') <> ALL($16)))
     GROUP BY 1, 2, 3, 4
    HAVING ($10::numeric IS NULL OR abs(sum(l.sign * l.amount)) >= $10)
       AND ($11::numeric IS NULL OR abs(sum(l.sign * l.amount)) <= $11))
)
SELECT a.* FROM acts a
 WHERE $14::text = 'all' OR (a.sign > 0 AND a.amount IS NOT NULL
                             AND ($14 = 'largest' OR (a.amount > 0 AND NOT a.placeholder)))
 ORDER BY CASE $14 WHEN 'smallest' THEN a.amount ELSE -a.amount END, a.issued_on DESC, a.ada
 LIMIT $15::integer;

-- name: acts_set_aside
-- The acts that figures leave out, by amount.  $14 limit
SELECT l.stage, l.organization_uid, l.ada, l.issued_on,
       abs(sum(l.sign * l.amount)) AS amount,
       CASE WHEN sum(l.sign * l.amount) < 0 OR bool_and(l.sign < 0) THEN -1 ELSE 1 END AS sign,
       bool_or(l.state = 'unread') AS unread
  FROM set_aside_lines l
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
 GROUP BY 1, 2, 3, 4
HAVING ($10::numeric IS NULL OR abs(sum(l.sign * l.amount)) >= $10)
   AND ($11::numeric IS NULL OR abs(sum(l.sign * l.amount)) <= $11)
 ORDER BY -abs(sum(l.sign * l.amount)), l.issued_on DESC, l.ada
 LIMIT $14::integer;

-- name: details
-- What a list shows of each act in one of its stages.  $1 organizations  $2 ΑΔΑs  $3 stages, all three of one length
-- A payee without a name is shown under its most frequent one, looked up once however many acts pay it.
WITH listed AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS a(organization_uid, ada, stage)
), paid AS MATERIALIZED (
    SELECT q.* FROM line_payees q WHERE (q.organization_uid, q.ada) IN (SELECT a.organization_uid, a.ada FROM listed a)
), known AS MATERIALIZED (
    SELECT n.afm, (SELECT k.name FROM line_payees k WHERE k.afm = n.afm AND k.name IS NOT NULL
                    GROUP BY k.name ORDER BY count(*) DESC, k.name LIMIT 1) AS name
      FROM (SELECT DISTINCT q.afm FROM paid q WHERE q.name IS NULL) n
)
SELECT d.ada, a.stage, d.organization_uid, d.subject, d.decision_type, d.issued_on, d.status, d.private,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, p.payees,
       ARRAY(SELECT f.flag FROM unnest(d.flags) AS f(flag)
              UNION SELECT s.flag FROM screened s WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada
              ORDER BY 1) AS flags
  FROM listed a
  JOIN decisions d USING (organization_uid, ada)
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN (SELECT q.organization_uid, q.ada,
                    jsonb_agg(jsonb_build_array(q.afm, q.name, q.is_natural, CASE WHEN q.name IS NULL THEN
                              (SELECT k.name FROM known k WHERE k.afm = q.afm) END) ORDER BY q.seq, q.place) AS payees
               FROM paid q
              GROUP BY q.organization_uid, q.ada) p USING (organization_uid, ada);

-- name: count
-- Acts, suspects and repeats included; those of another status ($15) on request.  $14 group (null: none)
-- $16: some limit concerns the money lines: only acts with such a line count.  A stage ($7) comes with its types ($6)
-- $17: commitments are asked, and nothing else: they go by fiscal year, as in their total.  $18 taken out
SELECT CASE $14::text
           WHEN 'year' THEN coalesce(CASE WHEN $17::boolean THEN l.fiscal_year::text END,
                                     to_char(l.issued_on, 'YYYY'))
           WHEN 'quarter' THEN to_char(l.issued_on, 'YYYY-"Q"Q')
           WHEN 'month' THEN to_char(l.issued_on, 'YYYY-MM')
           WHEN 'decision_type' THEN l.decision_type
           WHEN 'organization' THEN l.organization_uid
           ELSE '' END AS key,
       count(*) AS decisions
  FROM (SELECT * FROM countable_decisions WHERE $15::text IS NULL
         UNION ALL
        SELECT * FROM decisions WHERE gone_at IS NULL AND status = $15) l
  LEFT JOIN texts t ON t.id = l.text_id
 WHERE ($1::text[] IS NULL OR CASE WHEN cardinality($1) = 1 THEN l.organization_uid = ($1::text[])[1]
                                   ELSE l.organization_uid = ANY($1) END)
   AND CASE WHEN $4::integer IS NOT NULL AND $17
            THEN coalesce(l.fiscal_year, extract(year FROM l.issued_on)) BETWEEN $4 AND $5::integer
            ELSE l.issued_on >= $2::date AND l.issued_on < $3::date END
   AND ($6::text[] IS NULL OR l.decision_type = ANY($6))
   AND ($8::text IS NULL OR t.lexemes @@ $8::text::tsquery)
   AND l.ada <> ALL($18::text[])
   AND (NOT $16::boolean OR (l.organization_uid, l.ada) IN (
        SELECT m.organization_uid, m.ada
          FROM money_lines m
         WHERE ($1 IS NULL OR CASE WHEN cardinality($1) = 1 THEN m.organization_uid = ($1::text[])[1]
                                   ELSE m.organization_uid = ANY($1) END)
           AND ($7::text IS NULL OR m.stage = $7)
           AND ($9::text IS NULL OR (m.organization_uid, m.ada, m.seq) IN
                (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p WHERE p.afm = $9))
           AND ($12::text IS NULL OR EXISTS
                (SELECT FROM regexp_split_to_table(m.kae, '[,; ]+') AS code
                  WHERE starts_with(code, $12) OR starts_with(split_part(code, '-', 2), $12)))
           AND ($13::text IS NULL OR EXISTS (SELECT FROM unnest(m.cpvs) AS code WHERE starts_with(code, $13)))
         GROUP BY 1, 2
        HAVING ($10::numeric IS NULL OR abs(sum(m.sign * m.amount)) >= $10)
           AND ($11::numeric IS NULL OR abs(sum(m.sign * m.amount)) <= $11)))
 GROUP BY 1
 ORDER BY 1;
