-- Who gets the money. A payee is its ΑΦΜ, or '=' and the key of its name where an act gives no valid ΑΦΜ.
-- Statements that filter begin with the fourteen arguments of matching_decisions(): see core.store.filters.
-- Those of a ranking then leave out what the reader took out: $15 of parties and silence, $19 of ranked. Their last argument
-- are the texts that hold the words (core.store.matched), in whose place no words are asked.

-- name: parties
-- Everybody whom these acts name, under every name that any act of ours gives them, the most frequent first, and
-- under those that these acts themselves give. A utility is paid by every body: its names are read from an index alone,
-- which takes none of more than 1,000 bytes.
WITH named AS (
    SELECT coalesce(p.afm, '=' || p.name_key) AS key, p.afm, CASE WHEN p.afm IS NULL THEN p.name_key END AS name_key,
           array_agg(DISTINCT p.name) FILTER (WHERE p.name IS NOT NULL) AS own_names
      FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                              $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text, $16::bigint[]) d
      JOIN line_payees p USING (organization_uid, ada)
     WHERE d.ada <> ALL($15::text[])
     GROUP BY 1, 2, 3
)
SELECT n.key, n.afm, n.own_names,
       array_agg(q.name ORDER BY q.lines DESC, q.name) FILTER (WHERE q.name IS NOT NULL) AS names,
       EXISTS (SELECT FROM register r WHERE r.afm = n.afm) AS registered
  FROM named n
 CROSS JOIN LATERAL (
       SELECT a.name, count(*) AS lines
         FROM line_payees a WHERE a.afm = n.afm AND (octet_length(a.name) > 1000) IS NOT TRUE GROUP BY a.name
        UNION ALL
       SELECT a.name, count(*)
         FROM line_payees a WHERE a.afm = n.afm AND octet_length(a.name) > 1000 GROUP BY a.name
        UNION ALL
       SELECT a.name, count(*)
         FROM line_payees a WHERE n.afm IS NULL AND a.afm IS NULL AND a.name_key = n.name_key GROUP BY a.name) q
 GROUP BY n.key, n.afm, n.own_names
 ORDER BY n.key;

-- name: parties_of
-- The same for known payees.  $1 keys
SELECT n.key, min(q.afm) AS afm, array_agg(q.name) FILTER (WHERE q.name IS NOT NULL) AS own_names,
       array_agg(q.name ORDER BY q.lines DESC, q.name) FILTER (WHERE q.name IS NOT NULL) AS names,
       EXISTS (SELECT FROM register r WHERE r.afm = n.key) AS registered
  FROM unnest($1::text[]) AS n(key)
 CROSS JOIN LATERAL (
       SELECT a.afm, a.name, count(*) AS lines
         FROM line_payees a WHERE a.afm = n.key GROUP BY a.afm, a.name
        UNION ALL
       SELECT a.afm, a.name, count(*)
         FROM line_payees a WHERE a.afm IS NULL AND '=' || a.name_key = n.key AND n.key LIKE '=%' GROUP BY a.afm, a.name) q
 GROUP BY n.key
 ORDER BY n.key;

-- name: alike
-- Keys of payees whose names are near one of these ($1 folded, without legal forms), the nearest first.  $2 limit
SELECT near.key
  FROM (SELECT coalesce(p.afm, '=' || p.name_key) AS key,
               max(greatest(similarity(p.name_key, typed.name), word_similarity(typed.name, p.name_key))) AS nearness
          FROM unnest($1::text[]) AS typed(name)
          JOIN line_payees p ON p.name_key % typed.name OR typed.name <% p.name_key
         GROUP BY 1) near
 ORDER BY near.nearness DESC, near.key
 LIMIT $2::integer;

-- name: silence
-- How many of these acts name somebody other than the body itself, how many only itself, how many nobody.
-- `unread`: nobody, because the act was never read as far as its payees.
SELECT count(*) AS decisions,
       count(*) FILTER (WHERE a.own AND NOT a.named) AS own,
       count(*) FILTER (WHERE NOT a.own AND NOT a.named AND NOT a.unread) AS silent,
       count(*) FILTER (WHERE NOT a.own AND NOT a.named AND a.unread) AS unread
  FROM (SELECT d.amount_state = 'unread' AS unread, coalesce(bool_or(p.afm = r.afm), false) AS own,
               bool_or(p.ada IS NOT NULL AND p.afm IS DISTINCT FROM r.afm) AS named
          FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                                  $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text, $16::bigint[]) d
          LEFT JOIN register r ON r.uid = d.organization_uid
          LEFT JOIN line_payees p USING (organization_uid, ada)
         WHERE d.ada <> ALL($15::text[])
         GROUP BY d.organization_uid, d.ada, d.amount_state) a;

-- name: subjects
-- What the acts are about that name one of these payees.  $15 keys
SELECT DISTINCT coalesce(p.afm, '=' || p.name_key) AS key, d.subject, d.decision_type, d.private
  FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                          $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text, $16::bigint[]) d
  JOIN line_payees p USING (organization_uid, ada)
 WHERE coalesce(p.afm, '=' || p.name_key) = ANY($15::text[]);

-- name: ranked
-- One stage by payee and by class of payee: rows without keys are whole classes.  $15 keys  $16 their classes
-- $17 by number of acts  $18 limit  $19 taken out, as in spending.sql.  A contract of several acts counts once: the
-- others are not countable.
WITH acts AS MATERIALIZED (
    SELECT organization_uid, ada, class, keys, sum(amount) AS amount
      FROM payee_lines($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[], $8::text::tsquery,
                         $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text, $15::text[], $16::text[], $20::bigint[])
     WHERE ada <> ALL($19::text[]) AND coalesce(array_to_string(keys, '+'), '') <> ALL($19)
     GROUP BY organization_uid, ada, class, keys
), of_keys AS MATERIALIZED (
    SELECT class, keys, count(*) AS decisions, count(*) FILTER (WHERE amount IS NULL) AS without_amount,
           coalesce(sum(amount), 0) AS amount
      FROM acts GROUP BY class, keys
), of_classes AS (
    SELECT class, count(*) AS decisions, count(*) FILTER (WHERE silent) AS without_amount, coalesce(sum(amount), 0) AS amount
      FROM (SELECT class, bool_or(amount IS NULL) AS silent, sum(amount) AS amount
              FROM acts GROUP BY class, organization_uid, ada) a
     GROUP BY class
), listed AS MATERIALIZED (
    SELECT * FROM of_keys
     WHERE class = 'supplier'
     ORDER BY CASE WHEN $17::boolean THEN decisions ELSE amount END DESC, amount DESC, keys LIMIT $18::integer
), shares AS (
    SELECT c.class, NULL::text[] AS keys, true AS whole, c.decisions, c.without_amount,
           (SELECT count(*) FROM of_keys k WHERE k.class = c.class AND k.keys IS NOT NULL) AS payees, c.amount,
           NULL::text AS organization_uid, NULL::text AS ada
      FROM of_classes c
     UNION ALL
    SELECT l.class, l.keys, false, l.decisions, l.without_amount, 1, l.amount, largest.organization_uid, largest.ada
      FROM listed l
      JOIN (SELECT DISTINCT ON (a.keys) a.keys, a.organization_uid, a.ada
              FROM acts a JOIN listed USING (class, keys)
             ORDER BY a.keys, a.amount DESC NULLS LAST, a.ada) largest USING (keys)
)
SELECT * FROM shares s
 ORDER BY s.whole DESC, CASE WHEN $17::boolean THEN s.decisions ELSE s.amount END DESC, s.amount DESC, s.keys;

-- name: acts_of_shares
-- What each act adds to the lines of such a ranking.  $17 payees, those of one line joined by '+'  $18 limit
-- $19 acts taken out
SELECT array_to_string(s.keys, '+') AS keys, s.stage, s.organization_uid, s.ada, d.issued_on,
       abs(sum(s.amount)) AS amount, CASE WHEN sum(s.amount) < 0 THEN -1 ELSE 1 END AS sign, bool_or(s.unread) AS unread
  FROM payee_lines($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[], $8::text::tsquery,
                       $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text, $15::text[], $16::text[]) s
  JOIN decisions d USING (organization_uid, ada)
 WHERE s.class = 'supplier' AND array_to_string(s.keys, '+') = ANY($17::text[]) AND s.ada <> ALL($19::text[])
 GROUP BY s.keys, s.stage, s.organization_uid, s.ada, d.issued_on
 ORDER BY array_position($17::text[], array_to_string(s.keys, '+')), sum(s.amount) DESC NULLS LAST, s.ada
 LIMIT $18::integer;

-- name: history
-- What one payee got, by stage and year, by stage and body, and by stage.  $15 key
-- `shared`: amounts that it holds together with others, which are nobody's alone.
WITH lines AS (
    SELECT l.organization_uid, l.ada, l.stage, l.sign * l.amount AS amount, l.year,
           (SELECT count(*) FROM line_payees o
             WHERE o.organization_uid = l.organization_uid AND o.ada = l.ada AND o.seq = l.seq) > 1 AS shared
      FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                              $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
      JOIN countable_lines l USING (organization_uid, ada)
     WHERE (l.organization_uid, l.ada, l.seq) IN
           (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p
             WHERE p.afm = $15::text OR (p.afm IS NULL AND '=' || p.name_key = $15))
)
SELECT l.stage, l.shared, CASE WHEN grouping(l.year) = 0 THEN 'year' WHEN grouping(l.organization_uid) = 0 THEN 'body'
                               ELSE '' END AS part,
       coalesce(l.year::text, l.organization_uid, '') AS key,
       count(DISTINCT (l.organization_uid, l.ada)) AS decisions,
       count(DISTINCT (l.organization_uid, l.ada)) FILTER (WHERE l.amount IS NULL) AS without_amount,
       coalesce(sum(l.amount), 0) AS amount
  FROM (SELECT organization_uid, ada, stage, shared, year, sum(amount) AS amount
          FROM lines GROUP BY organization_uid, ada, stage, shared, year) l
 GROUP BY GROUPING SETS ((l.stage, l.shared), (l.stage, l.shared, l.year), (l.stage, l.shared, l.organization_uid))
 ORDER BY 1, 2, 3, 4;

-- name: acts
-- The acts of one payee in one stage, the largest first.  $15 key  $16 stage  $17 limit
SELECT l.stage, l.organization_uid, l.ada, l.issued_on, abs(sum(l.sign * l.amount)) AS amount,
       CASE WHEN sum(l.sign * l.amount) < 0 OR bool_and(l.sign < 0) THEN -1 ELSE 1 END AS sign,
       bool_or(l.state = 'unread') AS unread
  FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                          $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
  JOIN countable_lines l USING (organization_uid, ada)
 WHERE l.stage = $16::text
   AND (l.organization_uid, l.ada, l.seq) IN
       (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p
         WHERE p.afm = $15::text OR (p.afm IS NULL AND '=' || p.name_key = $15))
 GROUP BY l.stage, l.organization_uid, l.ada, l.issued_on
 ORDER BY abs(sum(l.sign * l.amount)) DESC NULLS LAST, l.issued_on DESC, l.ada
 LIMIT $17::integer;

-- name: party_acts
-- All that one payee got in one stage, act by act, what it holds together with others apart.  $15 key  $16 stage
-- $17 limit
WITH lines AS (
    SELECT l.organization_uid, l.ada, l.stage, l.issued_on, l.sign * l.amount AS amount, l.sign, l.state,
           (SELECT count(*) FROM line_payees o
             WHERE o.organization_uid = l.organization_uid AND o.ada = l.ada AND o.seq = l.seq) > 1 AS shared
      FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                              $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
      JOIN countable_lines l USING (organization_uid, ada)
     WHERE l.stage = $16::text
       AND (l.organization_uid, l.ada, l.seq) IN
           (SELECT p.organization_uid, p.ada, p.seq FROM line_payees p
             WHERE p.afm = $15::text OR (p.afm IS NULL AND '=' || p.name_key = $15))
)
SELECT l.stage, l.organization_uid, l.ada, l.issued_on, l.shared, abs(sum(l.amount)) AS amount,
       CASE WHEN sum(l.amount) < 0 OR bool_and(l.sign < 0) THEN -1 ELSE 1 END AS sign,
       bool_or(l.state = 'unread') AS unread
  FROM lines l
 GROUP BY l.stage, l.organization_uid, l.ada, l.issued_on, l.shared
 ORDER BY l.shared, abs(sum(l.amount)) DESC NULLS LAST, l.issued_on DESC, l.ada
 LIMIT $17::integer;

-- name: acts_of
-- These acts in one stage, with their whole amounts.  $1 organizations  $2 ΑΔΑs, both of one length  $3 stage
SELECT l.stage, l.organization_uid, l.ada, l.issued_on, abs(sum(l.sign * l.amount)) AS amount,
       CASE WHEN sum(l.sign * l.amount) < 0 OR bool_and(l.sign < 0) THEN -1 ELSE 1 END AS sign,
       bool_or(l.state = 'unread') AS unread
  FROM (SELECT DISTINCT organization_uid, ada FROM unnest($1::text[], $2::text[]) AS n(organization_uid, ada)) a
  JOIN countable_lines l USING (organization_uid, ada)
 WHERE l.stage = $3::text
 GROUP BY l.stage, l.organization_uid, l.ada, l.issued_on;
