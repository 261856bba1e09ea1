-- What was paid for, though another attempt became the result. Null is what nobody knows, as in results.
ALTER TABLE attempts ADD COLUMN cost_usd numeric;
ALTER TABLE attempts ADD COLUMN tokens_in bigint;
ALTER TABLE attempts ADD COLUMN tokens_out bigint;
ALTER TABLE attempts ADD COLUMN helper_cost_usd numeric;
ALTER TABLE attempts ADD COLUMN helper_tokens bigint;
ALTER TABLE attempts ADD COLUMN helper_tokens_out bigint;
-- of helper_tokens; null in rows of before
ALTER TABLE results ADD COLUMN helper_tokens_out bigint;
