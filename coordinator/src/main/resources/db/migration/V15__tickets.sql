-- What a fleet's leaders sign the tickets of orders with: 244 random bits, made with the row.
ALTER TABLE leadership ADD COLUMN ticket_secret bytea NOT NULL
    DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
