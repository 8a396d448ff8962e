-- Why: what its operator may do: write to everybody who has alerts, shut somebody out; how much each may ask; what is
-- cleared away every night. And two faults of alerts: words taken back give back the acts they took, and a change of no
-- row is no change.

-- A message of the operator to every chat with alerts: confirmed once, sent after everything else.
CREATE TABLE broadcasts (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text         text NOT NULL,
    made_at      timestamptz NOT NULL,
    confirmed_at timestamptz,
    cancelled_at timestamptz
);
ALTER TABLE outbox ADD COLUMN broadcast_id bigint REFERENCES broadcasts;
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('digest', 'notice', 'broadcast'));
CREATE INDEX outbox_broadcast ON outbox (broadcast_id) WHERE broadcast_id IS NOT NULL;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox ((kind = 'broadcast'), due_at) WHERE state = 'pending';

CREATE TABLE bans (                                  -- outlives /forget: it is the operator's, not the chat's
    conversation text PRIMARY KEY,                   -- of a chat, or of a person's private chat with us
    banned_at    timestamptz NOT NULL,
    told_at      timestamptz                         -- they hear of it once
);

-- How often somebody has asked in a span of time. Rows of past spans are cleared away.
CREATE TABLE asked (
    who       text NOT NULL,                         -- «telegram:123», a person's or a group's
    what      text NOT NULL CHECK (what IN ('question', 'ada')),
    span      text NOT NULL CHECK (span IN ('minute', 'hour', 'day')),
    since     timestamptz NOT NULL,
    times     integer NOT NULL,
    PRIMARY KEY (who, what, span, since)
);

CREATE TABLE housekeeping (                          -- what is cleared away, and on which day of Athens it was last
    what    text PRIMARY KEY,
    done_on date NOT NULL
);
-- The reader's words are gone; figures, lookups and rows behind them stay.
ALTER TABLE answers ADD COLUMN cleared_at timestamptz;
CREATE INDEX answers_uncleared ON answers (asked_at) WHERE cleared_at IS NULL;

-- Acts that waited and that other words of their subscription do not want; wanted again, they wait again.
ALTER TABLE matches ADD COLUMN taken_at timestamptz;
DROP INDEX matches_waiting;
CREATE INDEX matches_waiting ON matches (subscription_id) WHERE told_at IS NULL AND letter_id IS NULL AND taken_at IS NULL;

-- A statement that changes no row moves nothing.
DROP TRIGGER subscriptions_changed ON subscriptions;
CREATE OR REPLACE FUNCTION note_subscription_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM changed) THEN
        UPDATE subscription_version SET version = version + 1;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_made AFTER INSERT ON subscriptions
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_subscription_change();
CREATE TRIGGER subscriptions_changed AFTER UPDATE ON subscriptions
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_subscription_change();
CREATE TRIGGER subscriptions_deleted AFTER DELETE ON subscriptions
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_subscription_change();

GRANT INSERT, UPDATE, DELETE ON bans, asked TO diafaneia_app;
GRANT INSERT, UPDATE ON broadcasts TO diafaneia_app;
