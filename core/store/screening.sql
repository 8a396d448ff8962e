-- Flags that only a body's whole set decides (DIAVGEIA_API §9.6, §10 rules 3 and 7). No rule looks at two bodies, so what
-- changed is asked anew body by body ($1), repeats by type and subject besides. Each statement finds; `write` keeps the
-- difference.

-- name: owe_all
-- Rules other than those that were applied are owed to every body.  $1 sha256 of the rules
WITH other AS (
    UPDATE screening SET rules = $1 WHERE rules IS DISTINCT FROM $1 RETURNING only_row
)
INSERT INTO unscreened
SELECT DISTINCT d.organization_uid, d.decision_type, d.text_id FROM decisions d WHERE EXISTS (SELECT FROM other);

-- name: forget_readings
-- Contracts read by other rules.  $1 sha256 of the rules
DELETE FROM contract_readings WHERE NOT EXISTS (SELECT FROM screening WHERE rules = $1);

-- name: forget_compared
-- $1 sha256 of the rules
DELETE FROM compared_subjects WHERE NOT EXISTS (SELECT FROM screening WHERE rules = $1);

-- name: is_owed
-- $1 sha256 of the rules
SELECT EXISTS (SELECT FROM unscreened) OR NOT EXISTS (SELECT FROM screening WHERE rules = $1);

-- name: create_touched
-- Types and subjects of a body whose acts may repeat others than they did; null where none of its acts changed.
CREATE TEMPORARY TABLE IF NOT EXISTS touched (organization_uid text NOT NULL, decision_type text, text_id bigint);

-- name: clear_touched
TRUNCATE touched;

-- name: take_owed
-- What changed since it was last screened.
WITH taken AS (DELETE FROM unscreened RETURNING *)
INSERT INTO touched SELECT DISTINCT * FROM taken;

-- name: bodies
SELECT DISTINCT organization_uid FROM touched ORDER BY organization_uid;

-- name: create_found
CREATE TEMPORARY TABLE IF NOT EXISTS found (
    organization_uid text NOT NULL, ada text NOT NULL, flag text NOT NULL, other_ada text, suspect boolean NOT NULL);

-- name: clear_found
TRUNCATE found;

-- name: create_amounts
-- Published amounts with what they are compared by.
CREATE TEMPORARY TABLE IF NOT EXISTS amounts (
    organization_uid text NOT NULL, ada text NOT NULL, seq integer NOT NULL, stage text NOT NULL,
    decision_type text NOT NULL, text_id bigint NOT NULL, issued_on date NOT NULL, amount numeric NOT NULL, afm text);

-- name: index_amounts
CREATE INDEX IF NOT EXISTS amounts_amount ON amounts (organization_uid, amount);

-- name: index_subjects
CREATE INDEX IF NOT EXISTS amounts_subject ON amounts (text_id);

-- name: clear_amounts
TRUNCATE amounts;

-- name: read_amounts
-- $1 bodies
INSERT INTO amounts
SELECT d.organization_uid, d.ada, l.seq, l.stage, d.decision_type, d.text_id, d.issued_on, l.amount,
       (SELECT min(p.afm) FROM line_payees p WHERE p.organization_uid = l.organization_uid AND p.ada = l.ada AND p.seq = l.seq)
  FROM money_lines l
  JOIN decisions d USING (organization_uid, ada)
 WHERE d.organization_uid = ANY($1::text[])
   AND d.status = 'PUBLISHED' AND d.gone_at IS NULL AND l.amount > 0 AND NOT l.suspect;

-- name: analyze_amounts
ANALYZE amounts;

-- name: create_large
-- Whole euro, 20 times what the body usually files in the type, 100 times when `far`. `meant`: with the point put back.
CREATE TEMPORARY TABLE IF NOT EXISTS large (LIKE amounts, meant numeric NOT NULL, digits text NOT NULL, far boolean NOT NULL);

-- name: clear_large
TRUNCATE large;

-- name: find_large
-- $1 least number of acts that make a median
WITH usual AS (
    SELECT organization_uid, decision_type, percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS median
      FROM amounts
     GROUP BY organization_uid, decision_type
    HAVING count(*) >= $1
)
INSERT INTO large
SELECT a.*, a.amount / 100 AS meant,
       CASE WHEN a.amount % 10 <> 0 THEN 'cents' WHEN a.amount % 100 <> 0 THEN 'tens' ELSE 'round' END AS digits,
       a.amount >= 100 * u.median AS far
  FROM amounts a
  JOIN usual u USING (organization_uid, decision_type)
 WHERE a.amount = trunc(a.amount) AND a.amount >= 20 * u.median;

-- name: analyze_large
ANALYZE large;

-- name: analyze_compared
-- A plan that takes the pairs for few reads all of a subject's to find one.
ANALYZE compared_subjects;

-- name: compare_subjects
-- How alike two subjects are takes longest of all, and stays: each pair is compared once. A sample that is replaced has
-- more accents than the former.
WITH pairs AS (
    SELECT DISTINCT l.text_id, a.text_id AS other_id
      FROM large l
      JOIN amounts a USING (organization_uid, decision_type)
     WHERE l.far AND l.digits = 'cents' AND a.ada <> l.ada
)
INSERT INTO compared_subjects AS c (text_id, other_id, accents, other_accents, alike)
SELECT mine.id, theirs.id, mine.accents, theirs.accents, similarity(mine.sample, theirs.sample)
  FROM pairs p
  JOIN texts mine ON mine.id = p.text_id
  JOIN texts theirs ON theirs.id = p.other_id
 WHERE NOT EXISTS (SELECT FROM compared_subjects c
                    WHERE (c.text_id, c.other_id, c.accents, c.other_accents)
                        = (mine.id, theirs.id, mine.accents, theirs.accents))
ON CONFLICT (text_id, other_id) DO UPDATE
   SET accents = excluded.accents, other_accents = excluded.other_accents, alike = excluded.alike;

-- name: find_hundredfold
-- A lost decimal point: whole euro, 100 times what the body usually files in this type, and a peer says that a
-- hundredth of it is meant. Merely large is no fault. Where a linked act states the hundredth to the cent, 20 times the
-- median is enough.
WITH same AS (      -- exactly a hundredth in another act; the rounder the figure, the closer that act must be
    SELECT DISTINCT ON (l.organization_uid, l.ada) l.organization_uid, l.ada, p.ada AS other_ada
      FROM large l
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.ada <> l.ada
                    AND p.amount BETWEEN l.meant - 0.01 AND l.meant + 0.01
      JOIN texts mine ON mine.id = l.text_id
      JOIN texts theirs ON theirs.id = p.text_id
     WHERE l.far AND CASE l.digits
               WHEN 'cents' THEN true
               WHEN 'tens' THEN p.afm = l.afm OR similarity(mine.sample, theirs.sample) > 0.4
               ELSE p.afm = l.afm AND p.text_id = l.text_id END
     ORDER BY l.organization_uid, l.ada, p.ada
), tied AS (      -- a hundredth in an act that is linked with it
    SELECT DISTINCT ON (l.organization_uid, l.ada) l.organization_uid, l.ada, p.ada AS other_ada
      FROM large l
      JOIN links k ON k.organization_uid = l.organization_uid AND l.ada IN (k.ada, k.target_ada)
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.ada IN (k.ada, k.target_ada) AND p.ada <> l.ada
                    AND abs(p.amount - l.meant) <= 0.01
     ORDER BY l.organization_uid, l.ada, p.ada
), alone AS (     -- ten times all other acts of the type, to the last euro; a hundredth would be among the large ones
    SELECT l.organization_uid, l.ada, NULL::text AS other_ada
      FROM large l
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type AND p.ada <> l.ada
     WHERE l.far AND l.digits = 'cents'
     GROUP BY l.organization_uid, l.ada, l.seq, l.amount, l.meant
    HAVING count(*) >= 30 AND max(p.amount) * 10 <= l.amount AND l.meant <= max(p.amount)
), habit AS (     -- the payee's other acts of the type, likewise
    SELECT l.organization_uid, l.ada, min(p.ada) AS other_ada
      FROM large l
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type
                    AND p.afm = l.afm AND p.ada <> l.ada
     WHERE l.far AND l.digits <> 'round'
     GROUP BY l.organization_uid, l.ada, l.seq, l.amount, l.meant
    HAVING count(*) >= 3 AND max(p.amount) * 20 <= l.amount
       AND l.meant BETWEEN min(p.amount) / 2 AND max(p.amount) * 2
), batch AS (     -- acts of the same day and subject: several state cents, all of these far smaller
    SELECT l.organization_uid, l.ada, min(p.ada) AS other_ada
      FROM large l
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type
                    AND p.text_id = l.text_id AND p.issued_on = l.issued_on AND p.amount <> trunc(p.amount)
     WHERE l.stage IN ('award', 'contract') AND l.digits <> 'round'   -- «χρηματικό ένταλμα» says nothing
     GROUP BY l.organization_uid, l.ada, l.seq, l.amount, l.meant
    HAVING count(*) >= 3 AND max(p.amount) * 20 <= l.amount
       AND l.meant BETWEEN min(p.amount) / 2 AND max(p.amount) * 10
), candidates AS MATERIALIZED (
    SELECT l.*
      FROM large l
     WHERE l.digits = 'cents' AND l.stage IN ('commitment', 'award', 'contract')
       AND NOT EXISTS (SELECT FROM amounts s   -- who states it a second time has typed it as it is
                        WHERE s.organization_uid = l.organization_uid AND s.amount = l.amount AND s.ada <> l.ada)
), worded AS MATERIALIZED (   -- subjects of the same words, whatever their order, case or endings
    SELECT mine.id AS text_id, t.id AS other_id
      FROM (SELECT DISTINCT text_id FROM candidates) c
      JOIN texts mine ON mine.id = c.text_id
      JOIN texts t ON t.lexemes @@ (SELECT string_agg(quote_literal(word), ' & ')
                                      FROM unnest(tsvector_to_array(mine.lexemes)) AS each_of(word))::tsquery
                  AND strip(t.lexemes) = strip(mine.lexemes)
     WHERE mine.lexemes <> ''
), twin AS (      -- the same thing bought another time for about a hundredth, and never for more than a twentieth
    SELECT l.organization_uid, l.ada,
           min(p.ada) FILTER (WHERE p.amount BETWEEN l.meant / 2 AND l.meant * 2) AS other_ada
      FROM candidates l
      JOIN worded w ON w.text_id = l.text_id
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type
                    AND p.text_id = w.other_id AND p.ada <> l.ada
     GROUP BY l.organization_uid, l.ada, l.seq, l.amount, l.meant
    HAVING max(p.amount) * 20 <= l.amount AND bool_or(p.amount BETWEEN l.meant / 2 AND l.meant * 2)
), doubtful AS (
    SELECT * FROM same UNION ALL SELECT * FROM tied UNION ALL SELECT * FROM habit UNION ALL SELECT * FROM batch
     UNION ALL SELECT * FROM twin
), lonely AS (    -- no act of the type that is like it comes near
    SELECT l.*
      FROM large l
     WHERE l.far AND l.digits = 'cents'
       AND NOT EXISTS (SELECT FROM amounts p
                         JOIN compared_subjects c ON c.text_id = l.text_id AND c.other_id = p.text_id
                        WHERE p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type
                          AND p.ada <> l.ada AND p.amount > l.amount / 20
                          AND NOT EXISTS (SELECT FROM doubtful f WHERE f.ada = p.ada) AND c.alike > 0.5)
), kin AS (       -- acts of the type that are like it: all of them far smaller, and a hundredth would be among them
    SELECT l.organization_uid, l.ada, min(p.ada) AS other_ada
      FROM lonely l
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type AND p.ada <> l.ada
      JOIN compared_subjects c ON c.text_id = l.text_id AND c.other_id = p.text_id
     WHERE p.amount <= l.amount / 20 AND c.alike > 0.5
     GROUP BY l.organization_uid, l.ada, l.seq, l.amount, l.meant
    HAVING count(*) >= 3
       AND l.meant BETWEEN min(p.amount) / 2 AND max(p.amount) * 3
), week AS (      -- acts of the type that are like it and of the same days: several state cents, all of these far smaller
    SELECT l.organization_uid, l.ada, min(p.ada) FILTER (WHERE abs(p.issued_on - l.issued_on) <= 7) AS other_ada
      FROM large l
      JOIN amounts p ON p.organization_uid = l.organization_uid AND p.decision_type = l.decision_type AND p.ada <> l.ada
      JOIN compared_subjects c ON c.text_id = l.text_id AND c.other_id = p.text_id
     WHERE l.far AND l.digits = 'cents' AND l.stage IN ('award', 'contract') AND c.alike > 0.5
       AND NOT EXISTS (SELECT FROM doubtful f WHERE f.ada = p.ada)
     GROUP BY l.organization_uid, l.ada, l.seq, l.amount, l.meant
    HAVING count(*) FILTER (WHERE abs(p.issued_on - l.issued_on) <= 7 AND p.amount <> trunc(p.amount)) >= 3
       AND max(p.amount) FILTER (WHERE abs(p.issued_on - l.issued_on) <= 7) * 20 <= l.amount
       AND l.meant BETWEEN min(p.amount) FILTER (WHERE abs(p.issued_on - l.issued_on) <= 7) / 2
                       AND max(p.amount) FILTER (WHERE abs(p.issued_on - l.issued_on) <= 7) * 2
       AND max(p.amount) * 5 <= l.amount   -- at any other time
)
INSERT INTO found
SELECT DISTINCT ON (organization_uid, ada) organization_uid, ada, 'hundredfold', other_ada, true
  FROM (SELECT *, 1 AS strength FROM same UNION ALL SELECT *, 1 FROM tied UNION ALL SELECT *, 4 FROM alone
        UNION ALL SELECT *, 2 FROM twin UNION ALL SELECT *, 2 FROM habit UNION ALL SELECT *, 2 FROM batch
        UNION ALL SELECT *, 3 FROM kin UNION ALL SELECT *, 3 FROM week) AS peers
 WHERE strength = 1 OR NOT EXISTS (  -- a linked act that states the same amount speaks for it
       SELECT FROM links k
         JOIN amounts mine ON mine.organization_uid = k.organization_uid AND mine.ada IN (k.ada, k.target_ada)
         JOIN amounts theirs ON theirs.organization_uid = k.organization_uid AND theirs.ada IN (k.ada, k.target_ada)
        WHERE k.organization_uid = peers.organization_uid AND peers.ada IN (k.ada, k.target_ada)
          AND mine.ada = peers.ada AND theirs.ada <> mine.ada AND theirs.amount = mine.amount)
 ORDER BY organization_uid, ada, strength, other_ada;

-- name: contract_acts
-- Awards and contracts with one amount each, and what ties them: payees without the issuing body, ΑΔΑs that they name.
-- $1 bodies
SELECT d.organization_uid, l.stage, d.ada, d.issued_on, l.amount, d.subject, coalesce(p.payees, '{}') AS payees,
       ARRAY(SELECT k.target_ada FROM links k WHERE k.organization_uid = d.organization_uid AND k.ada = d.ada) AS cites
  FROM decisions d
  JOIN (SELECT organization_uid, ada, min(stage) AS stage, sum(amount) AS amount
          FROM money_lines
         WHERE organization_uid = ANY($1::text[]) AND stage IN ('award', 'contract') AND amount > 0 AND sign > 0 AND NOT suspect
         GROUP BY organization_uid, ada) l USING (organization_uid, ada)
  LEFT JOIN (SELECT q.organization_uid, q.ada, array_agg(DISTINCT coalesce(q.afm, q.name_key)) AS payees
               FROM line_payees q
               LEFT JOIN register r ON r.uid = q.organization_uid
              WHERE q.organization_uid = ANY($1::text[]) AND coalesce(q.afm, q.name_key) IS NOT NULL AND q.afm IS DISTINCT FROM r.afm
              GROUP BY q.organization_uid, q.ada) p USING (organization_uid, ada)
 WHERE d.status = 'PUBLISHED' AND d.gone_at IS NULL AND NOT 'payee_is_issuer' = ANY(d.flags)
   AND NOT EXISTS (SELECT FROM found f WHERE f.organization_uid = d.organization_uid AND f.ada = d.ada AND f.suspect);

-- name: readings
-- $1 bodies
SELECT organization_uid, acts, found FROM contract_readings WHERE organization_uid = ANY($1::text[]);

-- name: drop_readings
-- Of acts that are no longer as they were read.  $1 sha256 of the acts
DELETE FROM contract_readings WHERE acts = ANY($1::bytea[]);

-- name: write_readings
-- $1 bodies  $2 sha256 of the acts  $3 found
INSERT INTO contract_readings (organization_uid, acts, found)
SELECT uid, acts, found::jsonb FROM unnest($1::text[], $2::bytea[], $3::text[]) AS new (uid, acts, found);

-- name: touch_contracts
-- Acts that were left to their contract and are no longer, or the other way round.  $1 bodies
WITH was AS (
    SELECT organization_uid, ada FROM screened WHERE organization_uid = ANY($1::text[]) AND flag = 'same_contract'
), is_now AS (
    SELECT organization_uid, ada FROM found WHERE flag = 'same_contract'
)
INSERT INTO touched
SELECT d.organization_uid, d.decision_type, d.text_id
  FROM ((TABLE was EXCEPT TABLE is_now) UNION ALL (TABLE is_now EXCEPT TABLE was)) other
  JOIN decisions d USING (organization_uid, ada);

-- name: create_asked_again
-- The acts of those types and subjects.
CREATE TEMPORARY TABLE IF NOT EXISTS asked_again (organization_uid text, ada text, PRIMARY KEY (organization_uid, ada));

-- name: clear_asked_again
TRUNCATE asked_again;

-- name: ask_again
INSERT INTO asked_again
SELECT DISTINCT d.organization_uid, d.ada
  FROM touched t
  JOIN decisions d ON (d.organization_uid, d.decision_type, d.text_id) = (t.organization_uid, t.decision_type, t.text_id);

-- name: analyze_asked_again
ANALYZE asked_again;

-- name: analyze_found
ANALYZE found;

-- name: find_same_again
-- The same amount, payees and subject in several acts of one type. Without payees only acts of one day are alike enough.
-- With the same protocol number, day, ΚΑΕ and fiscal year it is one act posted twice: the later one counts no more.
-- Under another ΚΑΕ it is not: hospitals file one decision again for the next budget.
WITH acts AS (
    SELECT d.organization_uid, d.ada, d.decision_type, d.text_id, d.issued_on, d.published_at, d.protocol_number,
           array_agg((l.amount * l.sign)::text ORDER BY l.amount * l.sign, l.seq) AS amounts,
           array_agg(coalesce(l.kae, '') || ' ' || coalesce(l.fiscal_year, 0) ORDER BY l.kae, l.seq) AS kaes,
           (SELECT array_agg(DISTINCT coalesce(p.afm, p.name_key, '') ORDER BY coalesce(p.afm, p.name_key, ''))
              FROM line_payees p WHERE p.organization_uid = d.organization_uid AND p.ada = d.ada) AS payees
      FROM asked_again
      JOIN decisions d USING (organization_uid, ada)
      JOIN money_lines l USING (organization_uid, ada)
     WHERE d.status = 'PUBLISHED' AND d.gone_at IS NULL AND l.amount > 0
       AND NOT EXISTS (SELECT FROM found f WHERE f.organization_uid = d.organization_uid AND f.ada = d.ada
                                             AND f.flag = 'same_contract')
     GROUP BY d.organization_uid, d.ada
), posted AS (
    SELECT *, CASE WHEN protocol_number IS NOT NULL
                   THEN first_value(ada) OVER (PARTITION BY organization_uid, decision_type, text_id, amounts, payees,
                                                            issued_on, protocol_number, kaes
                                               ORDER BY published_at, ada) END AS first
      FROM acts
), grouped AS (
    SELECT organization_uid, ada,
           count(*) OVER alike AS acts,
           lag(ada) OVER ordered AS earlier, lead(ada) OVER ordered AS later
      FROM posted
     WHERE first IS NULL OR first = ada
    WINDOW alike AS (PARTITION BY organization_uid, decision_type, text_id, amounts, payees,
                                  CASE WHEN payees IS NULL THEN issued_on END),
           ordered AS (alike ORDER BY issued_on, ada)
)
INSERT INTO found
SELECT organization_uid, ada, 'same_again', coalesce(earlier, later), false FROM grouped WHERE acts > 1
 UNION ALL
SELECT organization_uid, ada, 'same_again', first, false FROM posted WHERE first <> ada
 UNION ALL
SELECT organization_uid, ada, 'posted_twice', first, true FROM posted WHERE first <> ada
 UNION ALL
SELECT DISTINCT ON (p.organization_uid, p.first) p.organization_uid, p.first, 'same_again', p.ada, false
  FROM posted p
 WHERE p.first <> p.ada AND NOT EXISTS (SELECT FROM grouped g WHERE g.ada = p.first AND g.acts > 1);

-- name: find_payee_is_issuer
-- By the register: a record does not always hold its own body's ΑΦΜ.  $1 bodies
INSERT INTO found
SELECT DISTINCT p.organization_uid, p.ada, 'payee_is_issuer', NULL::text, false
  FROM line_payees p
  JOIN register r ON r.uid = p.organization_uid AND r.afm = p.afm
  JOIN decisions d ON d.organization_uid = p.organization_uid AND d.ada = p.ada
 WHERE p.organization_uid = ANY($1::text[]) AND NOT 'payee_is_issuer' = ANY(d.flags);

-- name: drop_lost
-- $1 bodies
DELETE FROM screened s
 WHERE s.organization_uid = ANY($1::text[])
   AND (s.flag NOT IN ('same_again', 'posted_twice')
        OR (s.organization_uid, s.ada) IN (TABLE asked_again))
   AND NOT EXISTS (SELECT FROM found f
                    WHERE (f.organization_uid, f.ada, f.flag) = (s.organization_uid, s.ada, s.flag));

-- name: write
INSERT INTO screened AS s (organization_uid, ada, flag, other_ada, suspect)
SELECT organization_uid, ada, flag, other_ada, suspect FROM found
ON CONFLICT (organization_uid, ada, flag) DO UPDATE SET other_ada = excluded.other_ada, suspect = excluded.suspect
 WHERE (s.other_ada, s.suspect) IS DISTINCT FROM (excluded.other_ada, excluded.suspect);

-- name: flagged
SELECT flag, count(*) AS decisions FROM screened GROUP BY flag ORDER BY flag;
