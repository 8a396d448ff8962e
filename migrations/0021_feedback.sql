-- Why: what readers think of an answer (👍, 👎 and why) becomes a case of the evals. By the answer's id alone: who said it is
-- not kept, and it goes when its answer goes.
CREATE TABLE feedback (
    answer_id text PRIMARY KEY REFERENCES answers ON DELETE CASCADE,
    useful    boolean NOT NULL,
    reason    text CHECK (reason IN ('wrong', 'missing', 'unclear', 'other')),
    said_at   timestamptz NOT NULL DEFAULT now(),
    CHECK (reason IS NULL OR NOT useful)
);
CREATE INDEX feedback_said ON feedback (said_at);
GRANT INSERT, UPDATE ON feedback TO diafaneia_app;
