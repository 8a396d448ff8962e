-- Why: acts are found by what their PDF says, and the page is named. A passage that can be quoted keeps its lexemes, made
-- by core.greek like those of subjects; '' where nothing of it may be found (pages that are not readable, stamps), null
-- until they are made. They go with the text when a posting is withdrawn, for they stand in its row.
ALTER TABLE document_passages ADD COLUMN words tsvector;
CREATE INDEX document_passages_words ON document_passages USING gin (words) WITH (fastupdate = off);
CREATE INDEX document_passages_unread ON document_passages (organization_uid, ada) WHERE words IS NULL;
