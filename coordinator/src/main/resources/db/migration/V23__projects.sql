-- The project of a run: what its muster.yaml says, else the label repository, else the folder of a local one. Null in rows of before,
-- and on a fleet where it has neither.
ALTER TABLE runs ADD COLUMN project text;
CREATE INDEX runs_of_project ON runs (project, created_at DESC);

-- A row of a project has a hash of its name behind that of the agent, so that the key tells projects apart; null in rows of before.
ALTER TABLE case_history ADD COLUMN project text;
