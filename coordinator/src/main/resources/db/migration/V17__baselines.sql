-- What runs a run is held against: whole ones of the same inputs and branch, in cells of the same names. Null and false
-- in rows of before.
ALTER TABLE runs ADD COLUMN suite text;
ALTER TABLE runs ADD COLUMN branch text;
-- by number
ALTER TABLE runs ADD COLUMN cells text[];
ALTER TABLE runs ADD COLUMN whole boolean NOT NULL DEFAULT false;
CREATE INDEX runs_of_suite ON runs (suite, created_at DESC) WHERE whole;

-- What did not pass: a few rows of a large run. Its collation is not the column's, as that of results_in_order is not.
CREATE INDEX results_not_passed ON results (run_day, run_id COLLATE "C", number, cell)
    WHERE status NOT IN ('passed', 'cancelled');
