-- Why: what is read from Διαύγεια and what is proven of it: bodies that are followed, windows that add up, runs, single
-- acts that readers asked for, bodies that they wish for.

CREATE TABLE feeds (                                 -- bodies whose decisions we read, each back to a day
    organization_uid text PRIMARY KEY,
    label            text NOT NULL,
    since            date NOT NULL,
    added_at         timestamptz NOT NULL DEFAULT now(),
    removed_at       timestamptz                     -- what was read stays; a seed does not come back by itself
);

CREATE TABLE windows (                               -- the ledger of completeness: never two of a body over one day
    organization_uid text NOT NULL REFERENCES feeds,
    first_on         date NOT NULL,                  -- Athens issue days, both inside
    last_on          date NOT NULL,
    state            text NOT NULL CHECK (state IN ('closed', 'incomplete')),
    held_until       timestamptz NOT NULL,           -- whatever was posted for these days until then is held
    walked_at        timestamptz NOT NULL,           -- when they were last read whole
    total            integer,                        -- what the source counted then
    distinct_adas    integer,                        -- and how many ΑΔΑs it gave
    PRIMARY KEY (organization_uid, first_on),
    CHECK (first_on <= last_on)
);

CREATE TABLE runs (                                  -- a row a night, a backfill, a refreshed register
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text NOT NULL CHECK (kind IN ('nightly', 'backfill', 'register')),
    night       date,                                -- the Athens date that a nightly run is for; null: asked by hand
    load_id     bigint REFERENCES loads,             -- where its refused rows are
    started_at  timestamptz NOT NULL,
    beat_at     timestamptz NOT NULL,                -- moves with every window: a run that hangs can be told
    finished_at timestamptz,
    state       text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'partial', 'failed', 'cut')),
    requests    integer NOT NULL DEFAULT 0,
    retries     integer NOT NULL DEFAULT 0,
    windows     integer NOT NULL DEFAULT 0,
    new_rows    integer NOT NULL DEFAULT 0,
    changed_rows integer NOT NULL DEFAULT 0,
    gone_rows   integer NOT NULL DEFAULT 0,
    rejected_rows integer NOT NULL DEFAULT 0,
    error       text,
    CHECK (kind = 'nightly' OR night IS NULL)
);
CREATE INDEX runs_kind ON runs (kind, id DESC);
CREATE UNIQUE INDEX runs_night ON runs (night) WHERE state = 'done';  -- each night once

CREATE TABLE run_bodies (                            -- how each body of a run fared
    run_id           bigint NOT NULL REFERENCES runs,
    organization_uid text NOT NULL,
    state            text NOT NULL CHECK (state IN ('done', 'failed')),
    error            text,
    PRIMARY KEY (run_id, organization_uid)
);

CREATE TABLE night_warnings (                        -- the operator is told once that a night is late
    night   date PRIMARY KEY,
    told_at timestamptz NOT NULL
);

CREATE TABLE fetch_requests (                        -- single acts that readers asked for and we did not hold
    ada         text PRIMARY KEY,
    state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'stored', 'absent', 'failed')),
    asked_at    timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    tries       integer NOT NULL DEFAULT 0
);
CREATE INDEX fetch_requests_waiting ON fetch_requests (asked_at) WHERE state = 'waiting';

CREATE TABLE wanted_bodies (                         -- «Ζητήστε τον»: for the operator to decide; who asked is not kept
    organization_uid text PRIMARY KEY,
    times            integer NOT NULL DEFAULT 1,
    first_asked_at   timestamptz NOT NULL DEFAULT now(),
    last_asked_at    timestamptz NOT NULL DEFAULT now()
);

GRANT INSERT, UPDATE ON fetch_requests, wanted_bodies TO diafaneia_app;
