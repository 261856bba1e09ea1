-- What cases refer to and workers fetch: scripts, the files of hooks, fixtures. In parts, so that nobody ever holds a
-- whole file in memory.
CREATE TABLE blobs (
    sha256    text PRIMARY KEY,
    size      bigint NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE blob_parts (
    sha256  text NOT NULL,
    part    int NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (sha256, part)
);
-- scripts and fixtures are often compressed already, and small
ALTER TABLE blob_parts ALTER COLUMN content SET STORAGE EXTERNAL;
