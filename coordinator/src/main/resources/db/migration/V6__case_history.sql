-- How long the cases of an agent took in earlier runs, and how often they changed between passed and failed.
CREATE TABLE case_history (
    agent       text NOT NULL,
    key         text NOT NULL,
    duration_ms bigint NOT NULL,
    runs        int NOT NULL,
    flips       int NOT NULL,
    status      text NOT NULL,
    PRIMARY KEY (agent, key)
);

-- Cases that are handed out before the others of their run.
CREATE TABLE first_cases (
    run_id text NOT NULL,
    number int NOT NULL,
    place  int NOT NULL,
    PRIMARY KEY (run_id, number)
);
