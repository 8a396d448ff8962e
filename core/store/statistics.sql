-- What search needs to know about all texts together: how rare a stem is, which words there are and how they sound.

-- name: keep_plans
-- As in saving.sql: the checks of foreign keys are four fifths of writing postings.
SET LOCAL plan_cache_mode = auto;

-- name: samples
SELECT sample FROM texts;

-- name: create_counted_words
CREATE TEMPORARY TABLE IF NOT EXISTS counted_words (word text NOT NULL, lexeme text NOT NULL, phonetic text NOT NULL, texts integer NOT NULL);

-- name: clear_counted_words
TRUNCATE counted_words;

-- name: drop_lost_words
DELETE FROM vocabulary v WHERE NOT EXISTS (SELECT FROM counted_words c WHERE c.word = v.word);

-- name: write_words
INSERT INTO vocabulary AS v (word, lexeme, phonetic, texts)
SELECT word, lexeme, phonetic, texts FROM counted_words
ON CONFLICT (word) DO UPDATE SET lexeme = excluded.lexeme, phonetic = excluded.phonetic, texts = excluded.texts
 WHERE (v.lexeme, v.phonetic, v.texts) IS DISTINCT FROM (excluded.lexeme, excluded.phonetic, excluded.texts);

-- name: write_postings
-- Of the texts that have none yet: all at once is far quicker than batch by batch.
INSERT INTO postings (lexeme, text_id, tf)
SELECT l.lexeme, t.id, cardinality(l.positions)
  FROM texts t, unnest(t.lexemes) AS l
 WHERE NOT EXISTS (SELECT FROM postings p WHERE p.text_id = t.id)
 ORDER BY l.lexeme, t.id;

-- name: drop_lost_lexemes
DELETE FROM lexeme_counts c WHERE NOT EXISTS (SELECT FROM postings p WHERE p.lexeme = c.lexeme);

-- name: write_lexemes
INSERT INTO lexeme_counts AS c (lexeme, texts)
SELECT lexeme, count(*) FROM postings GROUP BY lexeme
ON CONFLICT (lexeme) DO UPDATE SET texts = excluded.texts WHERE c.texts <> excluded.texts;

-- name: drop_lost_texts
-- Subjects that no act has any more: it was corrected, or our folding changed.
DELETE FROM texts t WHERE NOT EXISTS (SELECT FROM decisions d WHERE d.text_id = t.id);

-- name: analyze
ANALYZE register, texts, decisions, decision_versions, money_lines, line_payees, links, screened, postings, vocabulary;
