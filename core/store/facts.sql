-- What was read off the text of PDFs: amounts, codes, days, acts that they name.

-- name: of
-- Of acts whose PDF was read in the version that we hold, and by the rules in force.  $1 ΑΔΑs  $2 rules  $3 kinds
SELECT f.ada, f.page, f.passage, f.kind, f.starts, f.ends, f.value, f.role
  FROM documents d
  JOIN document_facts f USING (organization_uid, ada)
  JOIN decisions o ON o.ada = d.ada AND (d.source = 'file' OR o.version_key = d.version_key)
 WHERE d.ada = ANY($1::text[]) AND d.facts = $2 AND f.kind = ANY($3::text[])
 ORDER BY f.ada, f.page, f.passage, f.starts;

-- name: read
-- Those of the acts whose PDF was read so, and whether all of it can be trusted.  $1 ΑΔΑs  $2 rules
SELECT d.ada, d.state = 'read' AND NOT EXISTS (
           SELECT FROM document_pages p
            WHERE p.organization_uid = d.organization_uid AND p.ada = d.ada AND p.quality NOT IN ('readable', 'blank')) AS whole
  FROM documents d
  JOIN decisions o ON o.ada = d.ada AND (d.source = 'file' OR o.version_key = d.version_key)
 WHERE d.ada = ANY($1::text[]) AND d.facts = $2 AND d.state IN ('read', 'partial');

-- name: lacking
-- Documents that were read before their facts were, or by older rules.  $1 rules  $2 limit
SELECT organization_uid, ada FROM documents
 WHERE state IN ('read', 'partial') AND facts IS DISTINCT FROM $1::smallint
 ORDER BY ada LIMIT $2::integer;

-- name: drop
-- $1 organization  $2 ΑΔΑ
DELETE FROM document_facts WHERE organization_uid = $1 AND ada = $2;

-- name: note_read
-- $1 ΑΔΑ  $2 rules
UPDATE documents SET facts = $2 WHERE ada = $1;

-- name: named
-- Acts of ours that the PDF of an act names, then those whose PDF names it, each with the page.  $1 ΑΔΑ  $2 rules  $3 most
SELECT ada, page, outgoing FROM (
    SELECT f.value AS ada, min(f.page) AS page, true AS outgoing
      FROM documents d
      JOIN document_facts f USING (organization_uid, ada)
      JOIN decisions o ON o.ada = f.value AND o.gone_at IS NULL
     WHERE d.ada = $1 AND d.facts = $2 AND f.kind = 'ada' AND f.value <> $1
     GROUP BY f.value
     UNION ALL
    SELECT d.ada, min(f.page), false
      FROM document_facts f
      JOIN documents d USING (organization_uid, ada)
      JOIN decisions o ON o.ada = d.ada
     WHERE f.kind = 'ada' AND f.value = $1 AND d.facts = $2 AND d.ada <> $1
     GROUP BY d.ada) AS told
 ORDER BY NOT outgoing, ada
 LIMIT $3::integer;
