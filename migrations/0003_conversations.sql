-- Why: what the bot remembers: a chat's chosen body, its turns as slots, answers with their receipts.

CREATE TABLE chats (
    conversation     text PRIMARY KEY,               -- opaque: «telegram:123»
    organization_uid text,
    awaiting         jsonb,                          -- a question that waits for the choice of a body
    created_at       timestamptz NOT NULL DEFAULT now(),
    seen_at          timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE answers (                               -- receipts: lookups, figures and the rows behind them
    id           text PRIMARY KEY,
    conversation text NOT NULL,
    asked_at     timestamptz NOT NULL DEFAULT now(),
    outcome      text NOT NULL,
    request      jsonb NOT NULL,
    answer       jsonb NOT NULL,
    receipt      jsonb NOT NULL
);
CREATE INDEX answers_conversation ON answers (conversation, asked_at DESC);

CREATE TABLE turns (                                 -- the last few turns of a chat, as slots
    conversation text NOT NULL,
    at           timestamptz NOT NULL DEFAULT now(),
    request      jsonb NOT NULL,
    answer_id    text REFERENCES answers ON DELETE CASCADE,
    PRIMARY KEY (conversation, at)
);
