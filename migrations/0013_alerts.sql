-- Why: subscriptions, what was found for each, and the letters that wait to be sent. Ingestion writes matches and letters
-- in the transaction that brings the acts, so that neither is ever there without the other.

CREATE TABLE alert_chats (                           -- chats that get letters of their own accord
    conversation text PRIMARY KEY,                   -- opaque: «telegram:123»; changes when a group moves
    state        text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'blocked')),
    next_send_at timestamptz NOT NULL DEFAULT '-infinity',  -- the pace of one chat
    blocked_at   timestamptz,
    editing      bigint,                             -- the subscription that the next message words anew
    editing_at   timestamptz
);

CREATE TABLE subscriptions (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    conversation text NOT NULL REFERENCES alert_chats ON UPDATE CASCADE ON DELETE CASCADE,
    title        text NOT NULL,
    wish         jsonb NOT NULL,                     -- core.domain.subscription.Wish
    wish_key     bytea NOT NULL,                     -- sha256 of it: the same wish twice is one
    frequency    text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'immediate')),
    weekday      smallint NOT NULL DEFAULT 0 CHECK (weekday BETWEEN 0 AND 6),
    state        text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped')),
    paused_until timestamptz,
    created_at   timestamptz NOT NULL,
    news_from    timestamptz NOT NULL,               -- what was posted before is no news to this reader
    UNIQUE (conversation, wish_key)
);

CREATE TABLE subscription_version (                  -- moves with every change: who keeps them all reads again
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  bigint NOT NULL DEFAULT 0
);
INSERT INTO subscription_version DEFAULT VALUES;
CREATE FUNCTION note_subscription_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE subscription_version SET version = version + 1;
    RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_changed AFTER INSERT OR UPDATE OR DELETE ON subscriptions
    FOR EACH STATEMENT EXECUTE FUNCTION note_subscription_change();

CREATE TABLE outbox (                                -- letters: at least once, each under a key of its own
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key          text NOT NULL UNIQUE DEFAULT 'digest:' || gen_random_uuid(),
    conversation text NOT NULL REFERENCES alert_chats ON UPDATE CASCADE ON DELETE CASCADE,
    kind         text NOT NULL CHECK (kind IN ('digest', 'notice')),
    payload      jsonb NOT NULL DEFAULT '{}',
    state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'dead', 'empty')),
    due_at       timestamptz NOT NULL,
    attempts     integer NOT NULL DEFAULT 0,
    leased_until timestamptz,
    error        text,
    created_at   timestamptz NOT NULL,
    sent_at      timestamptz
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'pending';
CREATE INDEX outbox_leased ON outbox (leased_until) WHERE state = 'sending';
CREATE INDEX outbox_conversation ON outbox (conversation, id);
-- Digests of a chat that wait are one: whatever is found meanwhile joins it.
CREATE UNIQUE INDEX outbox_digest ON outbox (conversation) WHERE kind = 'digest' AND state = 'pending';

CREATE TABLE matches (                               -- what was found for whom, each once
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subscription_id bigint NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    ada             text NOT NULL,
    news            text NOT NULL CHECK (news IN ('new', 'corrected', 'pending', 'revoked', 'restored', 'paid')),
    version         text NOT NULL DEFAULT '',        -- of the act, where the same may happen again; '' for a new one
    unstated        boolean NOT NULL DEFAULT false,  -- fits but for an amount that it does not state
    facts           text NOT NULL DEFAULT '',        -- what the reader was told of it: the same again is no news
    by_ada          text,                            -- the payment
    found_at        timestamptz NOT NULL,
    due_at          timestamptz,                     -- null: held back while the subscription is paused
    letter_id       bigint REFERENCES outbox ON DELETE SET NULL,
    told_at         timestamptz,
    UNIQUE (subscription_id, ada, news, version)
);
CREATE INDEX matches_ada ON matches (ada);
CREATE INDEX matches_letter ON matches (letter_id) WHERE letter_id IS NOT NULL;
CREATE INDEX matches_waiting ON matches (subscription_id) WHERE told_at IS NULL AND letter_id IS NULL;

CREATE TABLE sending_pace (                          -- of all senders together
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    next_at  timestamptz NOT NULL DEFAULT '-infinity',
    paused   boolean NOT NULL DEFAULT false          -- the operator's switch: nothing is sent, nothing is lost
);
INSERT INTO sending_pace DEFAULT VALUES;

-- When an act was posted first, as well as it is known.
CREATE FUNCTION posted_at(published_at timestamptz, submitted_at timestamptz, issued_ms bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(published_at, submitted_at, to_timestamp(issued_ms / 1000.0))
$$;
CREATE INDEX decisions_posted ON decisions (organization_uid, posted_at(published_at, submitted_at, issued_ms));

-- While somebody wants to know at once, the last days are read every half hour.
ALTER TABLE runs DROP CONSTRAINT runs_kind_check;
ALTER TABLE runs ADD CONSTRAINT runs_kind_check CHECK (kind IN ('nightly', 'backfill', 'register', 'frontier'));

GRANT INSERT, UPDATE, DELETE ON alert_chats, subscriptions, outbox, matches TO diafaneia_app;
GRANT UPDATE ON sending_pace, subscription_version TO diafaneia_app;
