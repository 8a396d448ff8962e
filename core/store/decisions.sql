-- Decisions as readers meet them: cards by ΑΔΑ, lists by a filter, and what is near an ΑΔΑ that we do not hold.

-- name: held
-- $1 ΑΔΑs
SELECT ada FROM decisions WHERE ada = ANY($1::text[]);

-- name: cards
-- Everything that the cards of these ΑΔΑs show.  $1 ΑΔΑs  $2 most links a card shows
SELECT d.ada, d.organization_uid, coalesce(r.label, o.label, 'Φορέας ' || d.organization_uid) AS organization,
       d.decision_type, d.subject, d.protocol_number, d.issued_on, d.published_at, d.submitted_at, d.status, d.private,
       d.fiscal_year, d.amount_state, d.flags, d.corrects, d.unit_uids, d.signer_uids, d.version_key,
       l.lines, s.screened, k.related, c.same_contract, t.lots, v.versions, v.previous
  FROM decisions d
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN organizations o ON o.uid = d.organization_uid
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(m) - ARRAY['organization_uid', 'ada', 'suspect'] || jsonb_build_object('payees', (
                 SELECT jsonb_agg(jsonb_build_array(p.afm, p.name, p.is_natural, CASE WHEN p.name IS NULL THEN
                       (SELECT k.name FROM line_payees k WHERE k.afm = p.afm AND k.name IS NOT NULL
                         GROUP BY k.name ORDER BY count(*) DESC, k.name LIMIT 1) END) ORDER BY p.place)
                   FROM line_payees p
                  WHERE p.organization_uid = m.organization_uid AND p.ada = m.ada AND p.seq = m.seq)) ORDER BY m.seq) AS lines
        FROM money_lines m
       WHERE m.organization_uid = d.organization_uid AND m.ada = d.ada) l ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(f.flag, f.other_ada) ORDER BY f.flag) AS screened
        FROM screened f
       WHERE f.organization_uid = d.organization_uid AND f.ada = d.ada) s ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(e.ada, e.kind, e.outgoing, other.decision_type, other.issued_on,
                           (SELECT abs(sum(m.amount * m.sign) FILTER (WHERE NOT m.suspect)) FROM money_lines m
                             WHERE m.organization_uid = other.organization_uid AND m.ada = other.ada))
                       ORDER BY NOT e.outgoing, other.issued_on, e.ada) AS related
        FROM (SELECT * FROM (SELECT target_ada AS ada, kind, true AS outgoing FROM links
                              WHERE organization_uid = d.organization_uid AND ada = d.ada
                              UNION ALL
                             SELECT ada, kind, false FROM links WHERE target_ada = d.ada) AS both_ways
               ORDER BY outgoing DESC, ada LIMIT $2::integer) e
        LEFT JOIN decisions other ON other.ada = e.ada) k ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(other.ada, other.decision_type, other.issued_on, other.subject,
                           (SELECT sum(m.amount) FROM money_lines m
                             WHERE m.organization_uid = other.organization_uid AND m.ada = other.ada))
                       ORDER BY other.issued_on, other.ada) AS same_contract
        FROM contract_acts(d.organization_uid, d.ada) act
        JOIN decisions other ON other.organization_uid = d.organization_uid AND other.ada = act.ada) c ON true
  LEFT JOIN LATERAL (  -- an award and the contracts of its lots, each of which names it
      SELECT CASE WHEN count(*) > 2 THEN jsonb_agg(jsonb_build_array(other.ada, other.decision_type, other.issued_on, other.subject,
                           (SELECT sum(m.amount) FROM money_lines m
                             WHERE m.organization_uid = other.organization_uid AND m.ada = other.ada))
                       ORDER BY part.suspect DESC, other.issued_on, other.ada) END AS lots
        FROM screened head
        JOIN screened part ON part.organization_uid = head.organization_uid
                          AND (part.ada = head.other_ada AND part.flag = 'same_contract'
                               OR part.other_ada = head.other_ada AND part.flag = 'several_acts')
        JOIN decisions other ON other.organization_uid = part.organization_uid AND other.ada = part.ada
       WHERE head.organization_uid = d.organization_uid AND head.flag = 'several_acts'
         AND head.ada = coalesce((SELECT own.other_ada FROM screened own
                                   WHERE own.organization_uid = d.organization_uid AND own.ada = d.ada
                                     AND own.flag = 'same_contract'), d.ada)) t ON true
  LEFT JOIN LATERAL (
      SELECT count(*)::integer AS versions,
             (array_agg(jsonb_build_object('decisionTypeId', w.raw -> 'decisionTypeId', 'subject', w.raw -> 'subject',
                                           'extraFieldValues', w.raw -> 'extraFieldValues')
                        ORDER BY w.submitted_at DESC NULLS LAST, w.seen_no DESC)
                 FILTER (WHERE w.version_key <> d.version_key))[1] AS previous
        FROM decision_versions w
       WHERE w.ada = d.ada) v ON true
 WHERE d.ada = ANY($1::text[]);

-- name: slips
-- Which of these one-character slips we hold.  $1 ΑΔΑs
SELECT ada FROM decisions WHERE ada = ANY($1::text[]) ORDER BY ada;

-- name: similar
-- The nearest ΑΔΑs by trigrams.  $1 ΑΔΑ  $2 limit
SELECT ada FROM decisions WHERE ada % $1 ORDER BY similarity(ada, $1) DESC, ada LIMIT $2::integer;

-- name: rows
-- A page of decisions by a filter.  $1–$14 the arguments of matching_decisions()  $15 newest first  $16 limit  $17 offset
-- $18 ΑΔΑs that the reader took out
WITH picked AS (
    SELECT d.organization_uid, d.ada
      FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                              $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
     WHERE d.ada <> ALL($18::text[])
     ORDER BY CASE WHEN $15::boolean THEN d.issued_on END DESC, CASE WHEN NOT $15 THEN d.issued_on END, d.ada
     LIMIT $16::integer OFFSET $17::integer
)
SELECT d.organization_uid, d.ada, d.decision_type, d.subject, d.issued_on, d.status, d.private, d.amount_state,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, m.stage, m.amount, m.sign, p.payees,
       ARRAY(SELECT f.flag FROM unnest(d.flags) AS f(flag)
              UNION SELECT s.flag FROM screened s WHERE s.organization_uid = d.organization_uid AND s.ada = d.ada
              ORDER BY 1) AS flags
  FROM picked
  JOIN decisions d USING (organization_uid, ada)
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN LATERAL (
      SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
        FROM money_lines WHERE organization_uid = d.organization_uid AND ada = d.ada) m ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(q.afm, q.name, q.is_natural, CASE WHEN q.name IS NULL THEN
             (SELECT k.name FROM line_payees k WHERE k.afm = q.afm AND k.name IS NOT NULL
               GROUP BY k.name ORDER BY count(*) DESC, k.name LIMIT 1) END) ORDER BY q.seq, q.place) AS payees
        FROM line_payees q WHERE q.organization_uid = d.organization_uid AND q.ada = d.ada) p ON true
 ORDER BY CASE WHEN $15 THEN d.issued_on END DESC, CASE WHEN NOT $15 THEN d.issued_on END, d.ada;
