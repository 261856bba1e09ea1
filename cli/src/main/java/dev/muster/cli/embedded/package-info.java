/** The embedded servers: a PostgreSQL that several processes share, and a Kafka broker. */
@NullMarked
package dev.muster.cli.embedded;

import org.jspecify.annotations.NullMarked;
