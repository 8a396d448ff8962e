-- Writing decisions in batches: rows are copied into temporary tables, then merged with a few statements.

-- name: keep_plans
-- Foreign keys are checked row by row, by a statement of the server's own. Our connections plan every statement anew,
-- which is right for optional filters and takes these checks five times as long. Until the end of the transaction.
SET LOCAL plan_cache_mode = auto;

-- name: forget_plans
-- A plan that was made while the tables were nearly empty reads all of a body's lines to find one.
DISCARD PLANS;

-- name: create_incoming_texts
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_texts (
    key bytea NOT NULL, sample text NOT NULL, accents integer NOT NULL, lexemes text NOT NULL, length integer NOT NULL) ON COMMIT DELETE ROWS;

-- name: create_incoming_decisions
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_decisions (
    place integer NOT NULL, organization_uid text NOT NULL, ada text NOT NULL, decision_type text NOT NULL,
    subject text NOT NULL, text_key bytea NOT NULL, protocol_number text, issued_on date NOT NULL,
    issued_ms bigint NOT NULL, published_at timestamptz, submitted_at timestamptz, status text NOT NULL,
    private boolean NOT NULL, unit_uids text[] NOT NULL, signer_uids text[] NOT NULL, thematic_uids text[] NOT NULL,
    fiscal_year integer, version_id text, corrects text, amount_state text, flags text[] NOT NULL, fidelity text,
    version_key bytea NOT NULL, reading_key bytea NOT NULL, raw text NOT NULL) ON COMMIT DELETE ROWS;

-- name: create_incoming_lines
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_lines (
    place integer NOT NULL, seq integer NOT NULL, stage text NOT NULL, amount numeric, state text NOT NULL,
    sign smallint NOT NULL, currency text NOT NULL, fiscal_year integer, kae text, cpvs text[] NOT NULL,
    flags text[] NOT NULL, suspect boolean NOT NULL) ON COMMIT DELETE ROWS;

-- name: create_incoming_payees
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_payees (
    place integer NOT NULL, seq integer NOT NULL, rank integer NOT NULL, afm text, name text, name_key text,
    is_natural boolean NOT NULL) ON COMMIT DELETE ROWS;

-- name: create_incoming_links
CREATE TEMPORARY TABLE IF NOT EXISTS incoming_links (place integer NOT NULL, target_ada text NOT NULL, kind text NOT NULL) ON COMMIT DELETE ROWS;

-- name: create_written_texts
-- Texts that a batch rewrote: what was made of the old form must go.
CREATE TEMPORARY TABLE IF NOT EXISTS written_texts (id bigint NOT NULL) ON COMMIT DELETE ROWS;

-- name: create_chosen
-- What a batch is about to write: rows of `incoming_decisions` by place, and why.
CREATE TEMPORARY TABLE IF NOT EXISTS chosen (place integer NOT NULL, ada text NOT NULL, reason text NOT NULL) ON COMMIT DELETE ROWS;

-- What an earlier batch of the same transaction left goes; emptied tables cost less than truncated ones, which get new
-- files.

-- name: clear_incoming_texts
DELETE FROM incoming_texts;

-- name: clear_incoming_decisions
DELETE FROM incoming_decisions;

-- name: clear_incoming_lines
DELETE FROM incoming_lines;

-- name: clear_incoming_payees
DELETE FROM incoming_payees;

-- name: clear_incoming_links
DELETE FROM incoming_links;

-- name: clear_written_texts
DELETE FROM written_texts;

-- name: clear_chosen
DELETE FROM chosen;

-- name: write_texts
-- Each distinct subject once. Rewritten only when our lexemes changed, or a better accented sample came.
WITH best AS (
    SELECT DISTINCT ON (key) key, sample, accents, lexemes::tsvector AS lexemes, length
      FROM incoming_texts
     ORDER BY key, accents DESC, sample
), written AS (
    INSERT INTO texts AS t (key, sample, accents, lexemes, length)
    SELECT key, sample, accents, lexemes, length FROM best
    ON CONFLICT (key) DO UPDATE
       SET sample = CASE WHEN excluded.accents > t.accents THEN excluded.sample ELSE t.sample END,
           accents = greatest(excluded.accents, t.accents), lexemes = excluded.lexemes, length = excluded.length
     WHERE t.lexemes IS DISTINCT FROM excluded.lexemes OR excluded.accents > t.accents
    RETURNING t.id, t.xmax <> 0 AS rewritten
)
INSERT INTO written_texts SELECT id FROM written WHERE rewritten;

-- name: drop_postings
DELETE FROM postings p USING written_texts w WHERE p.text_id = w.id;

-- name: drop_vectors
-- A vector of the old sample: `ingest embed` makes the new one.
DELETE FROM text_vectors v USING written_texts w WHERE v.text_id = w.id;

-- name: write_versions
-- Append-only: a version that is there stays as it is.
WITH arrived AS (
    SELECT DISTINCT ON (organization_uid, ada, version_key) *
      FROM incoming_decisions
     ORDER BY organization_uid, ada, version_key, place
)
INSERT INTO decision_versions (organization_uid, ada, version_key, version_id, submitted_at, status, fidelity, raw)
SELECT organization_uid, ada, version_key, version_id, submitted_at, status, fidelity, raw::jsonb
  FROM arrived
 ORDER BY place
ON CONFLICT DO NOTHING;

-- name: live
-- The batch is what the source says now. Until the end of the transaction.
SET LOCAL diafaneia.live = 'on';

-- name: choose
-- The newest version of each act (DESIGN §8): greatest submission time, undated last; then what came from the source
-- itself before what was rebuilt; then what it says now, if that is what arrives (a revocation that was refused brings
-- back a version that we hold already); then the later arrival. Before all of that, where what we hold is read again
-- (`rereading`), the version that stands. It is written when it is not held, or when our rules now read
-- it differently; of one version, a reading that knows the amounts is never replaced by one that did not fetch them.
WITH newest AS (
    SELECT DISTINCT ON (v.ada) v.ada, v.organization_uid, v.version_key
      FROM decision_versions v
      LEFT JOIN (SELECT organization_uid, ada, version_key, max(place) AS place
                   FROM incoming_decisions GROUP BY 1, 2, 3) a USING (organization_uid, ada, version_key)
      LEFT JOIN decisions s ON s.ada = v.ada AND current_setting('diafaneia.reread', true) = 'on'
     WHERE v.ada IN (SELECT i.ada FROM incoming_decisions i)
     ORDER BY v.ada, v.version_key = s.version_key DESC NULLS LAST, v.submitted_at DESC NULLS LAST, coalesce(v.fidelity, 'api-') LIKE 'api-%' DESC,
              CASE WHEN current_setting('diafaneia.live', true) = 'on' THEN a.place END DESC NULLS LAST, v.seen_no DESC
), candidates AS (
    SELECT DISTINCT ON (i.ada) i.*
      FROM incoming_decisions i
      JOIN newest n USING (ada, organization_uid, version_key)
     ORDER BY i.ada, (i.amount_state IS NOT DISTINCT FROM 'unread'), i.place DESC
)
INSERT INTO chosen (place, ada, reason)
SELECT c.place, c.ada,
       CASE WHEN d.ada IS NULL THEN 'new' WHEN d.version_key <> c.version_key THEN 'changed' ELSE 'reread' END
  FROM candidates c
  LEFT JOIN decisions d ON d.ada = c.ada
 WHERE d.ada IS NULL OR d.version_key <> c.version_key
    OR (d.reading_key IS DISTINCT FROM c.reading_key
        AND NOT (c.amount_state IS NOT DISTINCT FROM 'unread' AND d.amount_state IS DISTINCT FROM 'unread'));

-- name: drop_lines
DELETE FROM money_lines l USING chosen c JOIN decisions d ON d.ada = c.ada
 WHERE c.reason <> 'new' AND l.organization_uid = d.organization_uid AND l.ada = d.ada;

-- name: drop_links
DELETE FROM links l USING chosen c JOIN decisions d ON d.ada = c.ada
 WHERE c.reason <> 'new' AND l.organization_uid = d.organization_uid AND l.ada = d.ada;

-- name: drop_screened
-- What is read anew from the bytes that we hold keeps its flags until its body is screened: totals would double meanwhile.
DELETE FROM screened s USING chosen c JOIN decisions d ON d.ada = c.ada
 WHERE c.reason = 'changed' AND s.organization_uid = d.organization_uid AND s.ada = d.ada;

-- name: write_decisions
-- `first_seen_at` never moves; `changed_at` moves with the version, not with our rules.
INSERT INTO decisions AS d (
    organization_uid, ada, decision_type, subject, text_id, protocol_number, issued_on, issued_ms, published_at,
    submitted_at, status, private, unit_uids, signer_uids, thematic_uids, fiscal_year, version_id, corrects,
    amount_state, flags, fidelity, version_key, reading_key)
SELECT i.organization_uid, i.ada, i.decision_type, i.subject, t.id, i.protocol_number, i.issued_on, i.issued_ms,
       i.published_at, i.submitted_at, i.status, i.private, i.unit_uids, i.signer_uids, i.thematic_uids, i.fiscal_year,
       i.version_id, i.corrects, i.amount_state, i.flags, i.fidelity, i.version_key, i.reading_key
  FROM chosen c
  JOIN incoming_decisions i USING (place)
  JOIN texts t ON t.key = i.text_key
 ORDER BY i.organization_uid, i.ada
ON CONFLICT (ada) DO UPDATE SET
    organization_uid = excluded.organization_uid, decision_type = excluded.decision_type, subject = excluded.subject,
    text_id = excluded.text_id, protocol_number = excluded.protocol_number, issued_on = excluded.issued_on,
    issued_ms = excluded.issued_ms, published_at = excluded.published_at, submitted_at = excluded.submitted_at,
    status = excluded.status, private = excluded.private, unit_uids = excluded.unit_uids,
    signer_uids = excluded.signer_uids, thematic_uids = excluded.thematic_uids, fiscal_year = excluded.fiscal_year,
    version_id = excluded.version_id, corrects = excluded.corrects, amount_state = excluded.amount_state,
    flags = excluded.flags, fidelity = excluded.fidelity, version_key = excluded.version_key,
    reading_key = excluded.reading_key, gone_at = NULL,
    changed_at = CASE WHEN d.version_key <> excluded.version_key THEN now() ELSE d.changed_at END;

-- name: write_lines
INSERT INTO money_lines (
    organization_uid, ada, seq, stage, amount, state, sign, currency, fiscal_year, kae, cpvs, flags, suspect)
SELECT i.organization_uid, i.ada, l.seq, l.stage, l.amount, l.state, l.sign, l.currency, l.fiscal_year, l.kae, l.cpvs,
       l.flags, l.suspect
  FROM chosen c
  JOIN incoming_decisions i USING (place)
  JOIN incoming_lines l USING (place)
 ORDER BY i.organization_uid, i.ada, l.seq;

-- name: write_payees
INSERT INTO line_payees (organization_uid, ada, seq, place, afm, name, name_key, is_natural)
SELECT i.organization_uid, i.ada, p.seq, p.rank, p.afm, p.name, p.name_key, p.is_natural
  FROM chosen c
  JOIN incoming_decisions i USING (place)
  JOIN incoming_payees p USING (place)
 ORDER BY i.organization_uid, i.ada, p.seq, p.rank;

-- name: write_links
INSERT INTO links (organization_uid, ada, target_ada, kind)
SELECT i.organization_uid, i.ada, l.target_ada, l.kind
  FROM chosen c
  JOIN incoming_decisions i USING (place)
  JOIN incoming_links l USING (place)
ON CONFLICT DO NOTHING;

-- name: outcome
SELECT count(*) FILTER (WHERE reason = 'new') AS new, count(*) FILTER (WHERE reason = 'changed') AS changed,
       count(*) FILTER (WHERE reason = 'reread') AS reread,
       (SELECT count(*) FROM written_texts) AS texts
  FROM chosen;
