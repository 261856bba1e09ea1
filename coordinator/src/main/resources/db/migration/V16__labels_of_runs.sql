-- The labels of runs, such as branch=main; they go with their run. The settings of a run have them too, in the order given.
CREATE TABLE run_labels (
    run_id text NOT NULL REFERENCES runs ON DELETE CASCADE,
    name   text NOT NULL,
    value  text NOT NULL,
    PRIMARY KEY (run_id, name)
);
CREATE INDEX run_labels_of_value ON run_labels (name, value, run_id);

-- A name that one run of a fleet may have; the runs of all processes on their own, whose fleets live for one run, count as
-- of one fleet. Null for most runs.
ALTER TABLE runs ADD COLUMN run_key text;
CREATE UNIQUE INDEX runs_of_key ON runs ((CASE WHEN starts_with(fleet, 'local-') THEN 'local-' ELSE fleet END), run_key)
    WHERE run_key IS NOT NULL;

-- What the results and other attempts of a run cost together, counted as they are stored; null in rows of before, and when
-- nothing had a price.
ALTER TABLE runs ADD COLUMN cost_usd numeric;
