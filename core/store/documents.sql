-- PDFs of decisions: what is to be fetched, how each file fared, its pages and passages.

-- name: withhold
-- Acts whose document is neither fetched nor kept.  $1 organizations, null all
INSERT INTO documents (organization_uid, ada, state, version_key)
SELECT d.organization_uid, d.ada, 'withheld', d.version_key
  FROM decisions d
 WHERE ($1::text[] IS NULL OR d.organization_uid = ANY($1)) AND (d.private OR d.status <> 'PUBLISHED' OR d.gone_at IS NOT NULL)
ON CONFLICT DO NOTHING;

-- name: count_wanted
-- $1 organizations, null all  $2 issued from, null always
SELECT count(*)
  FROM decisions d
  LEFT JOIN documents f ON f.ada = d.ada
 WHERE ($1::text[] IS NULL OR d.organization_uid = ANY($1)) AND ($2::date IS NULL OR d.issued_on >= $2)
   AND NOT d.private AND d.status = 'PUBLISHED' AND d.gone_at IS NULL
   AND (f.ada IS NULL OR f.state = 'withheld' OR (f.source = 'diavgeia' AND f.version_key IS DISTINCT FROM d.version_key)
        OR (f.state = 'unavailable' AND f.fetched_at < now() - interval '6 hours')
        OR (f.state = 'missing' AND f.fetched_at < now() - interval '7 days'));

-- name: wanted
-- The newest first, after a place in that order.  $1 organizations, null all  $2 issued from, null always  $3 issued before or on
-- $4 ΑΔΑ behind which to go on, of that day  $5 limit
SELECT d.organization_uid, d.ada, d.issued_on, d.version_key, f.sha256
  FROM decisions d
  LEFT JOIN documents f ON f.ada = d.ada
 WHERE ($1::text[] IS NULL OR d.organization_uid = ANY($1)) AND ($2::date IS NULL OR d.issued_on >= $2)
   AND ($3::date IS NULL OR d.issued_on < $3 OR (d.issued_on = $3 AND d.ada > $4::text))
   AND NOT d.private AND d.status = 'PUBLISHED' AND d.gone_at IS NULL
   AND (f.ada IS NULL OR f.state = 'withheld' OR (f.source = 'diavgeia' AND f.version_key IS DISTINCT FROM d.version_key)
        OR (f.state = 'unavailable' AND f.fetched_at < now() - interval '6 hours')
        OR (f.state = 'missing' AND f.fetched_at < now() - interval '7 days'))
 ORDER BY d.issued_on DESC, d.ada
 LIMIT $5::integer;

-- name: owner
-- The decision of a file, held fast until the file is stored: it may be revoked at this very moment.  $1 ΑΔΑ
SELECT organization_uid, version_key, private OR status <> 'PUBLISHED' OR gone_at IS NOT NULL AS withheld
  FROM decisions WHERE ada = $1 FOR SHARE;

-- name: drop_document
-- $1 ΑΔΑ
DELETE FROM documents WHERE ada = $1;

-- name: write_document
-- $1 organization  $2 ΑΔΑ  $3 state  $4 reason  $5 source  $6 sha256  $7 bytes  $8 pages  $9 version key
-- $10 rules of its facts
INSERT INTO documents (organization_uid, ada, state, reason, source, sha256, bytes, pages_total, version_key, facts)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: write_passage
-- $1 organization  $2 ΑΔΑ  $3 page  $4 place  $5 kind  $6 text  $7 header  $8 tsvector
INSERT INTO document_passages (organization_uid, ada, page, seq, kind, text, header, words)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::tsvector);

-- name: touch
-- The same file under a newer version of its decision.  $1 ΑΔΑ  $2 version key
UPDATE documents SET version_key = $2, fetched_at = now() WHERE ada = $1;

-- name: unreadable
-- Files with pages of some qualities, those of the newest acts first.  $1 organizations, null all  $2 issued from, null always
-- $3 qualities  $4 limit, null none
SELECT d.ada
  FROM decisions d
 WHERE ($1::text[] IS NULL OR d.organization_uid = ANY($1)) AND ($2::date IS NULL OR d.issued_on >= $2)
   AND NOT d.private AND d.status = 'PUBLISHED' AND d.gone_at IS NULL
   AND EXISTS (SELECT FROM document_pages p WHERE p.organization_uid = d.organization_uid AND p.ada = d.ada AND p.quality = ANY($3::text[]))
 ORDER BY d.issued_on DESC, d.ada
 LIMIT $4::integer;

-- name: is_held
-- $1 ΑΔΑ  $2 sha256
SELECT EXISTS (SELECT FROM documents WHERE ada = $1 AND sha256 = $2);

-- name: document
-- $1 ΑΔΑ
SELECT organization_uid, ada, state, source, bytes, pages_total, fetched_at FROM documents WHERE ada = $1;

-- name: pages
-- $1 ΑΔΑ
SELECT p.page, p.quality, p.marks
  FROM documents d
  JOIN document_pages p USING (organization_uid, ada)
 WHERE d.ada = $1
 ORDER BY p.page;

-- name: passages
-- $1 ΑΔΑ
SELECT p.page, p.kind, p.text, p.header
  FROM documents d
  JOIN document_passages p USING (organization_uid, ada)
 WHERE d.ada = $1
 ORDER BY p.page, p.seq;

-- name: states
-- How many files are in each state, and the pages of those that were read.
SELECT d.state, count(*) AS files, coalesce(sum(d.pages_total), 0) AS pages FROM documents d GROUP BY d.state ORDER BY files DESC, d.state;

-- name: qualities
SELECT quality, count(*) AS pages FROM document_pages GROUP BY quality ORDER BY pages DESC, quality;
