-- What a case in quarantine would have come to, where that says something of its agent; null of all others.
ALTER TABLE results ADD COLUMN muted text CHECK (muted IN ('passed', 'failed', 'flaky'));

-- Runs that the history was learned from, with a small number for each: a run that is gone on with is not learned twice.
CREATE TABLE learned_runs (
    number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id text NOT NULL UNIQUE
);

-- Runs in which a case was flaky, or changed between passed and failed while its definition stayed as it was.
ALTER TABLE case_history RENAME COLUMN flips TO flakes;
ALTER TABLE case_history ADD COLUMN fail_streak int NOT NULL DEFAULT 0;
ALTER TABLE case_history ADD COLUMN definition_hash bigint;
-- The newest 50 runs, newest last: 8 * the run's number, + 4 where it counts as a flake, + 0 passed, 1 failed, 2 flaky.
ALTER TABLE case_history ADD COLUMN recent int[] NOT NULL DEFAULT '{}';
CREATE INDEX case_history_flaky ON case_history (agent) WHERE flakes > 0;
CREATE INDEX case_history_failing ON case_history (agent) WHERE fail_streak >= 5;
