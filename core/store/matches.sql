-- Acts as matching looks at them, what was found for whom, and the acts of a letter.

-- name: create_seen
CREATE TEMPORARY TABLE IF NOT EXISTS chosen (place integer NOT NULL, ada text NOT NULL, reason text NOT NULL) ON COMMIT DELETE ROWS;

-- name: arrived
-- What the batch that was just saved (`saving.choose`) has written anew. What is merely read again is no news.
SELECT d.ada, d.organization_uid, d.decision_type, d.unit_uids, tsvector_to_array(t.lexemes) AS lexemes, d.status,
       d.amount_state IS NOT NULL AS carries_amount, encode(d.version_key, 'hex') AS version,
       posted_at(d.published_at, d.submitted_at, d.issued_ms) AS posted_at, l.lines, l.net,
       md5(lower(d.subject)) AS subject_key, c.reason = 'new' AS fresh
  FROM chosen c
  JOIN decisions d USING (ada)
  JOIN texts t ON t.id = d.text_id
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(CASE WHEN NOT m.suspect THEN m.sign * m.amount END, m.kae, m.cpvs, p.afms)
                       ORDER BY m.seq) AS lines, sum(m.sign * m.amount) AS net
        FROM money_lines m
        LEFT JOIN LATERAL (SELECT array_agg(q.afm) FILTER (WHERE q.afm IS NOT NULL) AS afms FROM line_payees q
                            WHERE q.organization_uid = m.organization_uid AND q.ada = m.ada AND q.seq = m.seq) p ON true
       WHERE m.organization_uid = d.organization_uid AND m.ada = d.ada) l ON true
 WHERE c.reason <> 'reread'
 ORDER BY d.ada;

-- name: posted
-- The same of acts that were posted in a time, as a preview needs them.  $1 organizations (null: all)  $2 from  $3 until
-- $4 words (tsquery, null: any)  $5 ΑΔΑs (null: any)
SELECT d.ada, d.organization_uid, d.decision_type, d.unit_uids, tsvector_to_array(t.lexemes) AS lexemes, d.status,
       d.amount_state IS NOT NULL AS carries_amount, encode(d.version_key, 'hex') AS version,
       posted_at(d.published_at, d.submitted_at, d.issued_ms) AS posted_at, l.lines, l.net,
       md5(lower(d.subject)) AS subject_key, true AS fresh
  FROM decisions d
  JOIN texts t ON t.id = d.text_id
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(CASE WHEN NOT m.suspect THEN m.sign * m.amount END, m.kae, m.cpvs, p.afms)
                       ORDER BY m.seq) AS lines, sum(m.sign * m.amount) AS net
        FROM money_lines m
        LEFT JOIN LATERAL (SELECT array_agg(q.afm) FILTER (WHERE q.afm IS NOT NULL) AS afms FROM line_payees q
                            WHERE q.organization_uid = m.organization_uid AND q.ada = m.ada AND q.seq = m.seq) p ON true
       WHERE m.organization_uid = d.organization_uid AND m.ada = d.ada) l ON true
 WHERE d.gone_at IS NULL
   AND ($1::text[] IS NULL OR d.organization_uid = ANY($1))
   AND posted_at(d.published_at, d.submitted_at, d.issued_ms) >= $2 AND posted_at(d.published_at, d.submitted_at, d.issued_ms) < $3
   AND ($4::text IS NULL OR t.lexemes @@ $4::text::tsquery)
   AND ($5::text[] IS NULL OR d.ada = ANY($5))
 ORDER BY posted_at(d.published_at, d.submitted_at, d.issued_ms) DESC, d.ada;

-- name: last_posted
-- When the newest act that we hold was posted.  $1 organizations (null: all)
SELECT max(posted_at(d.published_at, d.submitted_at, d.issued_ms)) FROM decisions d
 WHERE d.gone_at IS NULL AND ($1::text[] IS NULL OR d.organization_uid = ANY($1));

-- name: payments
-- Which watched acts these payments pay, up to three links away.  $1 ΑΔΑs of payments  $2 ΑΔΑs that are watched
WITH RECURSIVE way AS (
    SELECT l.ada AS payment, l.target_ada AS ada, 1 AS step FROM links l WHERE l.ada = ANY($1::text[])
     UNION
    SELECT w.payment, l.target_ada, w.step + 1 FROM way w JOIN links l ON l.ada = w.ada WHERE w.step < 3
)
SELECT DISTINCT payment, ada FROM way WHERE ada = ANY($2::text[]);

-- name: known
-- The last that was found of each of these acts for each subscription, payments of it aside.  $1 ΑΔΑs
SELECT DISTINCT ON (m.subscription_id, m.ada)
       m.id, m.subscription_id, m.ada, m.news, m.facts, m.letter_id IS NOT NULL OR m.told_at IS NOT NULL AS told
  FROM matches m
 WHERE m.ada = ANY($1::text[]) AND m.news <> 'paid'
 ORDER BY m.subscription_id, m.ada, m.id DESC;

-- name: overtake
-- Changes that wait and are not what these acts are any more: what is to be told is found anew.  $1 ΑΔΑs  $2 facts
DELETE FROM matches m USING unnest($1::text[], $2::text[]) AS n(ada, facts)
 WHERE m.ada = n.ada AND m.facts <> n.facts AND m.news NOT IN ('new', 'paid') AND m.told_at IS NULL AND m.letter_id IS NULL;

-- name: retell
-- New acts that were not told yet will be told as they are now.  $1 ids  $2 facts
UPDATE matches m SET facts = n.facts FROM unnest($1::bigint[], $2::text[]) AS n(id, facts) WHERE m.id = n.id;

-- name: add
-- Each pair once, one that was taken back anew; of each subscription, how many of these are new and when the first is due. Subscriptions that are gone
-- fall out.  $1 subscriptions  $2 ΑΔΑs  $3 news  $4 versions  $5 unstated  $6 facts
-- $7 payments  $8 due (null: held back)  $9 now
WITH made AS (
INSERT INTO matches (subscription_id, ada, news, version, unstated, facts, by_ada, due_at, found_at)
SELECT n.subscription_id, n.ada, n.news, n.version, n.unstated, n.facts, n.by_ada, n.due_at, $9
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::timestamptz[])
    AS n(subscription_id, ada, news, version, unstated, facts, by_ada, due_at)
  JOIN subscriptions s ON s.id = n.subscription_id
  JOIN alert_chats c ON c.conversation = s.conversation
   FOR KEY SHARE OF c, s
ON CONFLICT (subscription_id, ada, news, version) DO UPDATE SET taken_at = NULL, facts = excluded.facts, due_at = excluded.due_at,
            unstated = excluded.unstated, found_at = excluded.found_at
      WHERE matches.taken_at IS NOT NULL
RETURNING subscription_id, due_at
)
SELECT subscription_id, min(due_at) AS due_at, count(*)::integer AS found FROM made GROUP BY 1;

-- name: watch
-- Acts that are watched from now on, as the reader sees them.  $1 subscription  $2 ΑΔΑs  $3 facts  $4 now
INSERT INTO matches (subscription_id, ada, news, facts, found_at, told_at)
SELECT $1, n.ada, 'new', n.facts, $4, $4 FROM unnest($2::text[], $3::text[]) AS n(ada, facts)
ON CONFLICT DO NOTHING;

-- name: held_back
-- What was found while these were paused, or the chat was blocked.  $1 conversation  $2 ids (null: all)
SELECT count(DISTINCT m.ada) FROM matches m JOIN subscriptions s ON s.id = m.subscription_id
 WHERE s.conversation = $1 AND ($2::bigint[] IS NULL OR s.id = ANY($2))
   AND m.told_at IS NULL AND m.letter_id IS NULL AND m.taken_at IS NULL AND m.due_at IS NULL;

-- name: release
-- To be told after all.  $1 conversation  $2 ids (null: all)  $3 due
UPDATE matches m SET due_at = $3 FROM subscriptions s
 WHERE s.id = m.subscription_id AND s.conversation = $1 AND ($2::bigint[] IS NULL OR s.id = ANY($2))
   AND m.told_at IS NULL AND m.letter_id IS NULL AND m.taken_at IS NULL AND m.due_at IS NULL
RETURNING m.id;

-- name: hold_back
-- What waits is not to be told for now.  $1 conversation  $2 ids (null: all)
UPDATE matches m SET due_at = NULL FROM subscriptions s
 WHERE s.id = m.subscription_id AND s.conversation = $1 AND ($2::bigint[] IS NULL OR s.id = ANY($2))
   AND m.told_at IS NULL AND m.letter_id IS NULL;

-- name: drop
-- What waits is not to be told any more.  $1 conversation  $2 ids (null: all)  $3 whether only what is held back
DELETE FROM matches m USING subscriptions s
 WHERE s.id = m.subscription_id AND s.conversation = $1 AND ($2::bigint[] IS NULL OR s.id = ANY($2))
   AND m.told_at IS NULL AND m.letter_id IS NULL AND (NOT $3::boolean OR m.due_at IS NULL);

-- name: untold
-- New acts that wait for one subscription, and those that waited until other words took them.  $1 subscription
SELECT ada, taken_at IS NOT NULL AS taken FROM matches
 WHERE subscription_id = $1 AND news = 'new' AND told_at IS NULL AND letter_id IS NULL;

-- name: take_back
-- $1 subscription  $2 ΑΔΑs  $3 now
UPDATE matches SET taken_at = $3
 WHERE subscription_id = $1 AND ada = ANY($2::text[]) AND news = 'new' AND told_at IS NULL AND letter_id IS NULL AND taken_at IS NULL;

-- name: give_back
-- What was taken waits again; what was held back meanwhile is due now.  $1 subscription  $2 ΑΔΑs  $3 now (null: it is held back)
UPDATE matches SET taken_at = NULL, due_at = CASE WHEN $3::timestamptz IS NOT NULL THEN coalesce(due_at, $3::timestamptz) END
 WHERE subscription_id = $1 AND ada = ANY($2::text[]) AND taken_at IS NOT NULL
RETURNING due_at;

-- name: of_letter
-- What a letter tells, with the acts as they are now.  $1 letter
SELECT m.subscription_id, s.title, m.ada, m.news, m.unstated, m.by_ada,
       d.organization_uid, d.decision_type, d.subject, d.issued_on, d.status, d.private, d.amount_state,
       d.published_at,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, l.stage, l.amount, l.sign, p.payees,
       ARRAY(SELECT f.flag FROM unnest(d.flags) AS f(flag)
              UNION SELECT c.flag FROM screened c WHERE c.organization_uid = d.organization_uid AND c.ada = d.ada
              ORDER BY 1) AS flags
  FROM matches m
  JOIN subscriptions s ON s.id = m.subscription_id
  JOIN decisions d ON d.ada = m.ada
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN LATERAL (
      SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
        FROM money_lines WHERE organization_uid = d.organization_uid AND ada = d.ada) l ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(q.afm, q.name, q.is_natural, NULL) ORDER BY q.seq, q.place) AS payees
        FROM line_payees q WHERE q.organization_uid = d.organization_uid AND q.ada = d.ada) p ON true
 WHERE m.letter_id = $1
 ORDER BY m.subscription_id, (m.news = 'new') DESC, m.unstated, l.amount DESC NULLS LAST, posted_at(d.published_at, d.submitted_at, d.issued_ms) DESC, m.ada;

-- name: rows
-- Acts as lists show them.  $1 ΑΔΑs
SELECT d.organization_uid, d.ada, d.decision_type, d.subject, d.issued_on, d.status, d.private, d.amount_state,
       encode(d.version_key, 'hex') AS version, r.afm AS issuer_afm, l.stage, l.amount, l.sign, p.payees,
       ARRAY(SELECT f.flag FROM unnest(d.flags) AS f(flag)
              UNION SELECT c.flag FROM screened c WHERE c.organization_uid = d.organization_uid AND c.ada = d.ada
              ORDER BY 1) AS flags
  FROM unnest($1::text[]) WITH ORDINALITY AS w(ada, place)
  JOIN decisions d USING (ada)
  LEFT JOIN register r ON r.uid = d.organization_uid
  LEFT JOIN LATERAL (
      SELECT min(stage) AS stage, abs(sum(amount * sign)) AS amount, sign(coalesce(sum(amount * sign), min(sign)))::integer AS sign
        FROM money_lines WHERE organization_uid = d.organization_uid AND ada = d.ada) l ON true
  LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_array(q.afm, q.name, q.is_natural, NULL) ORDER BY q.seq, q.place) AS payees
        FROM line_payees q WHERE q.organization_uid = d.organization_uid AND q.ada = d.ada) p ON true
 ORDER BY w.place;
