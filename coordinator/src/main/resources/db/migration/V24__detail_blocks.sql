-- The details of results that were stored together: a zstd frame for each, found by its place. Rows of before have their details
-- in result_details.
CREATE TABLE detail_blocks (
    run_day date NOT NULL,
    run_id  text NOT NULL,
    block   bigint NOT NULL,
    frames  bytea NOT NULL,
    PRIMARY KEY (run_day, run_id, block)
) PARTITION BY RANGE (run_day);
-- It is compressed, and read in parts.
ALTER TABLE detail_blocks ALTER COLUMN frames SET STORAGE EXTERNAL;

-- A run of an earlier day may be resumed.
DO $$
DECLARE
    part record;
BEGIN
    FOR part IN SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'results'::regclass AND c.relname LIKE 'results\_%' LOOP
        EXECUTE format('CREATE TABLE %I (LIKE detail_blocks INCLUDING ALL)', replace(part.relname, 'results_', 'detail_blocks_'));
        EXECUTE format('ALTER TABLE detail_blocks ATTACH PARTITION %I %s', replace(part.relname, 'results_', 'detail_blocks_'),
                       part.bound);
    END LOOP;
END $$;

-- Null in rows of before, and where the details are in result_details. What was amended since the report is laid over the details.
ALTER TABLE results
    ADD COLUMN block bigint,
    ADD COLUMN block_offset int,
    ADD COLUMN block_length int,
    ADD COLUMN amended json,
    ADD COLUMN sent_written boolean,
    ADD COLUMN conversation boolean,
    ADD COLUMN assertions int,
    ADD COLUMN finish text,
    ADD COLUMN tools json,
    ADD COLUMN error text;

-- What comparisons will need of each result; empty until something computes it.
ALTER TABLE results
    ADD COLUMN definition_hash bigint,
    ADD COLUMN conditions bigint,
    ADD COLUMN models json,
    ADD COLUMN finding_key text,
    ADD COLUMN finding text;
