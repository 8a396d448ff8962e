-- Which texts hold words.

-- name: texts
-- $1 organizations (null: all)  $2 words (tsquery).  Of bodies only what stands in an act of theirs.
SELECT CASE WHEN $1::text[] IS NULL THEN ARRAY(SELECT x.id FROM texts x WHERE x.lexemes @@ $2::text::tsquery)
            ELSE ARRAY(SELECT DISTINCT d.text_id FROM decisions d
                        WHERE d.text_id = ANY(ARRAY(SELECT x.id FROM texts x WHERE x.lexemes @@ $2::text::tsquery))
                          AND CASE WHEN cardinality($1) = 1 THEN d.organization_uid = ($1::text[])[1]
                                   ELSE d.organization_uid = ANY($1) END) END;
