-- Up to where the fleet's workers were heard: a goodbye that nobody was there to hear is heard by the next leader.
CREATE TABLE workers_read (
    fleet       text PRIMARY KEY,
    next_offset bigint NOT NULL
);
