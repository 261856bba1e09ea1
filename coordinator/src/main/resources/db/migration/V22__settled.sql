-- How many batches of decisions a fleet's leaders have stored: after a failover that lost commits, there are fewer than the leader
-- knows of. A table of its own, since transactions of other threads hold the row in leadership.
CREATE TABLE settled (
    fleet text PRIMARY KEY,
    seq   bigint NOT NULL
) WITH (fillfactor = 50);
