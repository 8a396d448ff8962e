-- The words of the subjects that we hold: for spelling, for Greeklish, and for what is written in more than one way.

-- name: held
-- Which of these lexemes stand in some subject, and in how many.  $1 lexemes
SELECT lexeme, texts FROM lexeme_counts WHERE lexeme = ANY($1::text[]);

-- name: holding
-- How many subjects each of these is true of.  $1 queries (text of a tsquery)
SELECT (SELECT count(*) FROM texts t WHERE t.lexemes @@ q.words::tsquery) AS texts  -- a limit would read the table through
  FROM unnest($1::text[]) WITH ORDINALITY AS q(words, place)
 ORDER BY q.place;

-- name: share
-- Of some of the subjects that hold words, the share that holds them so.  $1 words  $2 so (tsqueries)  $3 how many
SELECT coalesce(avg((x.lexemes @@ $2::text::tsquery)::integer), 0)::float8 AS share
  FROM (SELECT t.lexemes FROM texts t WHERE t.lexemes @@ $1::text::tsquery LIMIT $3::integer) x;

-- name: sounding
-- Words that sound like one of these.  $1 sounds (core.greek.phonetic)
SELECT word, lexeme, phonetic, texts FROM vocabulary WHERE phonetic = ANY($1::text[]) ORDER BY texts DESC, word;

-- name: near
-- Words with trigrams in common with each of these.  $1 folded words  $2 limit a word
SELECT a.word AS asked, v.word, v.lexeme, v.phonetic, v.texts
  FROM unnest($1::text[]) AS a(word)
 CROSS JOIN LATERAL (
       SELECT * FROM vocabulary w WHERE w.word % a.word ORDER BY similarity(w.word, a.word) DESC, w.word LIMIT $2::integer) v;

-- name: spellings
-- Lexemes one of whose words sounds like a word of these lexemes, with the commonest word of each.  $1 lexemes
SELECT own.lexeme AS asked, other.lexeme, c.texts, (array_agg(other.word ORDER BY other.texts DESC, other.word))[1] AS word
  FROM vocabulary own
  JOIN vocabulary other ON other.phonetic = own.phonetic AND other.lexeme <> own.lexeme
  JOIN lexeme_counts c ON c.lexeme = other.lexeme
 WHERE own.lexeme = ANY($1::text[])
 GROUP BY own.lexeme, other.lexeme, c.texts;
