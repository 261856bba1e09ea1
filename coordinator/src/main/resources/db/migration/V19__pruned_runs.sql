-- Runs that are deleted, until the last of their rows elsewhere is gone: those go in portions.
CREATE TABLE pruned_runs (
    run_id  text PRIMARY KEY,
    run_day date NOT NULL
);
