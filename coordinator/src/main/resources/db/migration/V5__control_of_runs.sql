-- An interrupted run can be gone on with, a paused one hands out nothing, and a run may be of part of an earlier one.
ALTER TABLE runs DROP CONSTRAINT runs_state_check;
ALTER TABLE runs ADD CONSTRAINT runs_state_check
    CHECK (state IN ('preparing', 'running', 'finished', 'stopped', 'interrupted'));
ALTER TABLE runs ADD COLUMN paused_at timestamptz;
-- since when it goes on, moved by as long as it was paused: what its longest duration is counted from
ALTER TABLE runs ADD COLUMN going_since timestamptz;
ALTER TABLE runs ADD COLUMN parent_run text;
