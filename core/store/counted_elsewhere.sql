-- Steps of a contract whose money counts on a day outside of the asked period, by another act.

-- name: find
-- $1–$14 the arguments of matching_decisions(), see core.store.filters  $15 stage  $16 taken out
SELECT d.ada, o.ada AS counted_by, o.issued_on AS counted_on,
       (SELECT sum(l.amount) FROM money_lines l WHERE l.organization_uid = d.organization_uid AND l.ada = d.ada) AS amount
  FROM screened s
  JOIN decisions o ON o.organization_uid = s.organization_uid AND o.ada = s.other_ada
  JOIN matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                          $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
       ON d.organization_uid = s.organization_uid AND d.ada = s.ada
 WHERE s.flag = 'same_contract' AND d.status = 'PUBLISHED'
   AND (o.issued_on < $2::date OR o.issued_on >= $3::date)
   AND EXISTS (SELECT FROM money_lines l
                WHERE l.organization_uid = d.organization_uid AND l.ada = d.ada AND l.stage = $15)
   AND d.ada <> ALL($16::text[])
 ORDER BY amount DESC NULLS LAST, d.ada;
