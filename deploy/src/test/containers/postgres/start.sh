#!/bin/bash
# As the image that this stands in for: the first start makes the database and its owner.
set -eu
bin=/usr/lib/postgresql/15/bin
data=/var/lib/postgresql/15/docker
if [ ! -f "$data/PG_VERSION" ]; then
    $bin/initdb -D "$data" -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=<(printf '%s' "$POSTGRES_PASSWORD")
    echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | $bin/postgres --single -D "$data" postgres
fi
exec $bin/postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
