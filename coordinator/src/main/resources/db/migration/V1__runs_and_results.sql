-- Who leads a fleet. The epoch grows by one with each leader; every write of a leader reads it FOR SHARE.
CREATE TABLE leadership (
    fleet  text PRIMARY KEY,
    epoch  bigint NOT NULL,
    holder text NOT NULL,
    since  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE runs (
    run_id      text PRIMARY KEY,
    run_day     date NOT NULL,
    fleet       text NOT NULL,
    state       text NOT NULL CHECK (state IN ('preparing', 'running', 'finished', 'stopped')),
    stop_reason text,
    agent       text NOT NULL,
    input       text NOT NULL,
    settings    json NOT NULL,
    total       int NOT NULL DEFAULT 0,
    last_seq    bigint NOT NULL DEFAULT 0,
    passed      int NOT NULL DEFAULT 0,
    failed      int NOT NULL DEFAULT 0,
    errors      int NOT NULL DEFAULT 0,
    skipped     int NOT NULL DEFAULT 0,
    cancelled   int NOT NULL DEFAULT 0,
    flaky       int NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT now(),
    started_at  timestamptz,
    finished_at timestamptz
);
CREATE INDEX runs_newest ON runs (created_at DESC);

CREATE TABLE case_definitions (
    run_id     text NOT NULL,
    number     int NOT NULL,
    key        text NOT NULL,
    id         text NOT NULL,
    name       text,
    definition json NOT NULL,
    PRIMARY KEY (run_id, number)
);

-- One row per case, cell and repeat, whatever happened on the way: the primary key is the promise.
CREATE TABLE results (
    run_day     date NOT NULL,
    run_id      text NOT NULL,
    number      int NOT NULL,
    cell        int NOT NULL,
    repeat      int NOT NULL,
    seq         bigint NOT NULL,
    status      text NOT NULL,
    cause       text NOT NULL,
    attempt     int NOT NULL,
    worker      text,
    duration_ms bigint NOT NULL,
    working_ms  bigint NOT NULL,
    started_at  timestamptz,
    stored_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run_day, run_id, number, cell, repeat)
) PARTITION BY RANGE (run_day);
CREATE INDEX results_in_order ON results (run_id, seq);

-- json, not jsonb: what was received is kept as it was received.
CREATE TABLE result_details (
    run_day date NOT NULL,
    run_id  text NOT NULL,
    number  int NOT NULL,
    cell    int NOT NULL,
    repeat  int NOT NULL,
    detail  json NOT NULL,
    PRIMARY KEY (run_day, run_id, number, cell, repeat)
) PARTITION BY RANGE (run_day);

-- Attempts that did not become the case's result, and why.
CREATE TABLE attempts (
    run_id      text NOT NULL,
    number      int NOT NULL,
    cell        int NOT NULL,
    repeat      int NOT NULL,
    epoch       bigint NOT NULL,
    n           bigint NOT NULL,
    attempt     int NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('retried', 'superseded', 'worker_lost')),
    worker      text NOT NULL,
    incarnation text NOT NULL,
    status      text NOT NULL,
    cause       text NOT NULL,
    error       text,
    started_at  timestamptz,
    duration_ms bigint,
    stored_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run_id, number, cell, repeat, epoch, n, kind)
);

CREATE TABLE workers (
    incarnation text PRIMARY KEY,
    fleet       text NOT NULL,
    epoch       bigint NOT NULL,
    worker      text NOT NULL,
    pid         bigint NOT NULL,
    slots       int NOT NULL,
    state       text NOT NULL CHECK (state IN ('joined', 'left', 'fenced')),
    joined_at   timestamptz NOT NULL DEFAULT now(),
    left_at     timestamptz
);

-- What could not be read, matched or stored: kept for a person, never in the way of the rest.
CREATE TABLE set_aside (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    fleet            text NOT NULL,
    topic            text NOT NULL,
    topic_partition  int NOT NULL,
    topic_offset     bigint NOT NULL,
    record_key       text NOT NULL,
    reason           text NOT NULL,
    payload          bytea NOT NULL,
    stored_at        timestamptz NOT NULL DEFAULT now()
);
