-- That a run is being stopped is known before anything comes of it: who takes over goes on stopping it.
ALTER TABLE runs ADD COLUMN stopping_end text CHECK (stopping_end IN ('stopped', 'interrupted'));
ALTER TABLE runs ADD COLUMN stopping_reason text;
-- from then on what is under way is cut off
ALTER TABLE runs ADD COLUMN stopping_drop_at timestamptz;
