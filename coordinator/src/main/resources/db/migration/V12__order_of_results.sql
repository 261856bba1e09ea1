-- Results of a run in their order. Its collation is not the column's, so PostgreSQL takes it only for a query that asks
-- with COLLATE "C", and the primary key for every other one: which index serves a query does not hang on statistics.
DROP INDEX results_in_order;
CREATE INDEX results_in_order ON results (run_day, run_id COLLATE "C", seq);
