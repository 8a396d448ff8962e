-- Contracts that were posted as awards (Δ.1): their subject begins with «σύμβαση» or «υπογραφή σύμβασης», in any
-- accents and with Latin capitals that look the same (a real «ΣΥΜBΑΣΗ» has one).

-- name: number
-- $1–$14 the arguments of matching_decisions(), see core.store.filters  $15 taken out
SELECT count(*) AS decisions
  FROM matching_decisions($1::text[], $2::date, $3::date, $4::integer, $5::integer, $6::text[], $7::text[],
                          $8::text::tsquery, $9::text, $10::numeric, $11::numeric, $12::text, $13::text, $14::text) d
 WHERE d.ada <> ALL($15::text[])
   AND d.subject ~ '^[ «"“(]*([ΥυY][Ππ][ΟοO][Γγ][ΡρP][ΑαA][Φφ][ΗηΉήH] +)?[Σσ][ΥυΎύY][ΜμM][ΒβB][ΑαA][Σσ]([ΗηΉήH]|[ΕεE][ΩωΏώ])';
