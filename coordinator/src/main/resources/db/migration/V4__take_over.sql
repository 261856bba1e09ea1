-- How far the results topic was dealt with, in the transaction that dealt with it: a new leader judges nothing twice.
CREATE TABLE results_read (
    fleet           text NOT NULL,
    topic_partition int NOT NULL,
    next_offset     bigint NOT NULL,
    PRIMARY KEY (fleet, topic_partition)
);
