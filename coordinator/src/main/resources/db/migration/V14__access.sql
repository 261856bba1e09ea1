-- Who may call a coordinator. A token itself is nowhere: only its SHA-256 is, and a token has 256 random bits.
CREATE TABLE tokens (
    hash       text PRIMARY KEY,
    id         text NOT NULL,
    fleet      text NOT NULL,
    name       text NOT NULL,
    role       text NOT NULL CHECK (role IN ('viewer', 'submitter', 'worker', 'admin')),
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz
);
CREATE INDEX tokens_of_fleet ON tokens (fleet);

-- Who changed what, from where.
CREATE TABLE audit (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT now(),
    fleet   text NOT NULL,
    who     text NOT NULL,
    role    text NOT NULL,
    address text NOT NULL,
    deed    text NOT NULL,
    subject text NOT NULL
);
CREATE INDEX audit_newest ON audit (fleet, id);

-- the name of the token that started it; null for a run of one process
ALTER TABLE runs ADD COLUMN owner text;
