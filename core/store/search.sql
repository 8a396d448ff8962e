-- Three ways in which a subject may be near a question, over distinct subjects. Every statement but the last two of the
-- words leg ends with the same filter, the arguments of matching_decisions():
-- organizations, since, until, first and last fiscal year, fiscal types, types, words (tsquery), payee, least, most,
-- ΚΑΕ, CPV prefix, status.
-- «Narrow» statements rank exactly the texts whose ids they are given; «wide» ones walk an index and filter as they go:
-- the scalar sub-select keeps the planner from turning the filter into a join that would read everything.

-- name: allowed
-- The texts that pass a filter, while they are few: null when there may be more than $15 of them.  $16 acts read at most
-- $17 ΑΔΑs that the reader took out
WITH acts AS MATERIALIZED (
    SELECT m.text_id
      FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                              $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) m
     WHERE m.ada <> ALL($17::text[])
     LIMIT $16::integer
), passing AS (SELECT DISTINCT text_id FROM acts)
SELECT CASE WHEN (SELECT count(*) FROM acts) < $16 AND (SELECT count(*) FROM passing) <= $15::integer
            THEN coalesce((SELECT array_agg(text_id) FROM passing), '{}') END AS ids;

-- name: lexeme_facts
-- How many texts hold each lexeme, how many there are, and how long they are on average: by the planner's own counts,
-- or, before the first ANALYZE, by the first thousand texts.
SELECT l.lexeme, coalesce(c.texts, 0) AS texts, s.all_texts, s.mean_length
  FROM unnest($1::text[]) AS l(lexeme)
  LEFT JOIN lexeme_counts c USING (lexeme)
 CROSS JOIN (
       SELECT greatest(t.reltuples, (SELECT count(*) FROM (SELECT FROM texts LIMIT 1000) AS first))::bigint AS all_texts,
              CASE WHEN t.reltuples > 0 AND p.reltuples > 0 THEN p.reltuples / t.reltuples ELSE 12 END::float8 AS mean_length
         FROM pg_class t, pg_class p
        WHERE t.oid = 'texts'::regclass AND p.oid = 'postings'::regclass) s;

-- name: words
-- BM25 over groups of alternatives; phrase before all groups before enough of them.
-- One row a lexeme of an alternative: $15 lexeme  $16 group  $17 alternative  $18 its number of lexemes  $19 its weight
-- $20 group weights  $21 lexemes one of which every answer must hold  $22 weight to reach  $23 phrase (tsquery)
-- $24 mean length  $25 ids (null: wide)  $26 limit  $27 texts read at most, the newest
WITH term AS (
    SELECT * FROM unnest($15::text[], $16::integer[], $17::integer[], $18::integer[], $19::float8[])
                  AS t(lexeme, grp, alternative, size, weight)
), candidate AS MATERIALIZED (
    SELECT DISTINCT p.text_id
      FROM postings p
     WHERE p.lexeme = ANY($21::text[]) AND ($25::bigint[] IS NULL OR p.text_id = ANY($25))
     ORDER BY p.text_id DESC
     LIMIT $27::integer
), hit AS (
    SELECT p.text_id, t.grp, t.alternative,
           sum(t.weight / t.size * p.tf * 2.2::float8
               / (p.tf + 1.2::float8 * (0.25::float8 + 0.75::float8 * x.length / $24::float8))) AS score
      FROM candidate c
      JOIN texts x ON x.id = c.text_id
      JOIN term t ON true
      JOIN postings p ON p.lexeme = t.lexeme AND p.text_id = c.text_id
     GROUP BY p.text_id, t.grp, t.alternative, t.size
    HAVING count(*) = t.size
), best AS (
    SELECT text_id, grp, max(score) AS score FROM hit GROUP BY text_id, grp
), enough AS (
    SELECT text_id, sum(score) AS score, sum(($20::float8[])[grp]) AS matched, count(*) = cardinality($20) AS whole
      FROM best
     GROUP BY text_id
    HAVING sum(($20)[grp]) >= $22::float8
), ranked AS (
    SELECT e.text_id, e.score, e.matched, e.whole,
           CASE WHEN e.whole AND $23::text IS NOT NULL
                THEN (SELECT x.lexemes @@ $23::text::tsquery FROM texts x WHERE x.id = e.text_id)
                ELSE false END AS phrase
      FROM enough e
     ORDER BY phrase DESC, whole DESC, score DESC, text_id DESC
    OFFSET 0
)
SELECT r.text_id, r.score, r.matched, r.whole, r.phrase
  FROM ranked r
 WHERE $25 IS NOT NULL
    OR (SELECT true FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[],
                                            $7::text[], $8::text::tsquery, $9::text, $10::numeric, $11::numeric,
                                            $12::text, $13::text, $14::text) m
         WHERE m.text_id = r.text_id LIMIT 1)
 LIMIT $26::integer;

-- name: gram_counts
SELECT gram, texts FROM gram_counts WHERE gram = ANY($1::integer[]);

-- name: grams_narrow
-- $1 n-grams of a reading  $2 ids  $3 limit.  The sum keeps the planner from walking the index.
SELECT g.text_id, g.grams <=> $1::sparsevec AS distance
  FROM text_grams g
 WHERE g.text_id = ANY($2::bigint[])
 ORDER BY (g.grams <=> $1) + 0
 LIMIT $3::integer;

-- name: grams_wide
-- $15 n-grams of a reading  $16 limit
WITH near AS MATERIALIZED (
    SELECT g.text_id, g.grams <=> $15::sparsevec AS distance
      FROM text_grams g
     WHERE (SELECT true FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[],
                                                $7::text[], $8::text::tsquery, $9::text, $10::numeric, $11::numeric,
                                                $12::text, $13::text, $14::text) m
             WHERE m.text_id = g.text_id LIMIT 1)
     ORDER BY g.grams <=> $15
     LIMIT $16::integer
)
SELECT text_id, distance FROM near ORDER BY distance;

-- name: dense_narrow
-- $1 vector of a reading  $2 ids  $3 limit
SELECT v.text_id, v.embedding <=> $1::halfvec AS distance
  FROM text_vectors v
 WHERE v.text_id = ANY($2::bigint[])
 ORDER BY (v.embedding <=> $1) + 0
 LIMIT $3::integer;

-- name: dense_wide
-- $15 vector of a reading  $16 limit
WITH near AS MATERIALIZED (
    SELECT v.text_id, v.embedding <=> $15::halfvec AS distance
      FROM text_vectors v
     WHERE (SELECT true FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[],
                                                $7::text[], $8::text::tsquery, $9::text, $10::numeric, $11::numeric,
                                                $12::text, $13::text, $14::text) m
             WHERE m.text_id = v.text_id LIMIT 1)
     ORDER BY v.embedding <=> $15
     LIMIT $16::integer
)
SELECT text_id, distance FROM near ORDER BY distance;

-- name: rows
-- The newest act of each text that passes the filter, as a list shows it, and how many there are.
-- $15 text ids, in the order wanted  $16 ΑΔΑs that the reader took out
SELECT d.organization_uid, d.ada, d.decision_type, d.subject, d.issued_on, d.status, d.private, d.amount_state,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, l.stage, l.amount, l.sign, p.payees, n.acts,
       ARRAY(SELECT f.flag FROM unnest(d.flags) AS f(flag)
              UNION SELECT s.flag FROM screened s WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada
              ORDER BY 1) AS flags
  FROM unnest($15::bigint[]) WITH ORDINALITY AS w(text_id, place)
 CROSS JOIN LATERAL (
       SELECT (array_agg(m.ada ORDER BY m.issued_on DESC, m.ada DESC))[1] AS ada, count(*)::integer AS acts
         FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                                 $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) m
        WHERE m.text_id = w.text_id AND m.ada <> ALL($16::text[])) n
  JOIN decisions d ON d.ada = n.ada
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN LATERAL (
       SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
         FROM money_lines WHERE organization_uid = d.organization_uid AND ada = d.ada) l ON true
  LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_array(q.afm, q.name, q.is_natural, CASE WHEN q.name IS NULL THEN
              (SELECT k.name FROM line_payees k WHERE k.afm = q.afm AND k.name IS NOT NULL
                GROUP BY k.name ORDER BY count(*) DESC, k.name LIMIT 1) END) ORDER BY q.seq, q.place) AS payees
         FROM line_payees q WHERE q.organization_uid = d.organization_uid AND q.ada = d.ada) p ON true
 ORDER BY w.place;
