-- How long a run ran before it was resumed last.
ALTER TABLE runs ADD COLUMN earlier_ms bigint NOT NULL DEFAULT 0;
