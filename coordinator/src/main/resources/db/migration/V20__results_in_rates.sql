-- How many results count in the pass rate; null for runs that an earlier version began.
ALTER TABLE runs ADD COLUMN in_rates int;
