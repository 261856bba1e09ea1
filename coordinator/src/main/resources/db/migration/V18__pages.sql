-- What did not pass, to be grouped and searched; made from results in their order, after they are stored.
CREATE TABLE failures (
    run_id  text NOT NULL,
    number  int NOT NULL,
    cell    int NOT NULL,
    repeat  int NOT NULL,
    -- of its cause and the shape of its reason
    kind    int NOT NULL,
    cause   text NOT NULL,
    shape   text NOT NULL,
    reason  text NOT NULL,
    -- of the reason and the reply, 4 KiB each
    words   tsvector NOT NULL,
    PRIMARY KEY (run_id, number, cell, repeat)
);
CREATE INDEX failures_words ON failures USING gin (words);

-- The labels of cases, from their definitions.
CREATE TABLE case_labels (
    run_id text NOT NULL,
    name   text NOT NULL,
    value  text NOT NULL,
    number int NOT NULL,
    PRIMARY KEY (run_id, name, value, number)
);

-- How far these two are, and what the run's page shows of its results as a whole, as of its stamp.
CREATE TABLE run_pages (
    run_id   text PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    seq      bigint NOT NULL DEFAULT 0,
    labelled boolean NOT NULL DEFAULT false,
    stamp    text,
    page     text
);

-- Whether a case may have several results; empty for most runs.
CREATE INDEX case_definitions_repeated ON case_definitions (run_id) WHERE repeats > 1;
