-- How often a case is run in each cell of its run.
ALTER TABLE case_definitions ADD COLUMN repeats int NOT NULL DEFAULT 1;

-- What a run is of that is part of an earlier one; a run with none of these is of all its cases, cells and repeats.
CREATE TABLE run_parts (
    run_id text NOT NULL,
    number int NOT NULL,
    cell   int NOT NULL,
    repeat int NOT NULL,
    PRIMARY KEY (run_id, number, cell, repeat)
);

-- What figures and comparisons are made of, beside the details. Null is what nobody knows, and in rows of before.
ALTER TABLE results ADD COLUMN score float8;
ALTER TABLE results ADD COLUMN cost_usd numeric;
-- null when the agent told no tokens
ALTER TABLE results ADD COLUMN tokens_in bigint;
ALTER TABLE results ADD COLUMN tokens_out bigint;
-- simulators and validators; tokens in and out together, null when nobody was asked
ALTER TABLE results ADD COLUMN helper_cost_usd numeric;
ALTER TABLE results ADD COLUMN helper_tokens bigint;
-- of the last call; null when no answer came
ALTER TABLE results ADD COLUMN first_event_ms bigint;
-- said to the agent
ALTER TABLE results ADD COLUMN turns int;
