/** The servers that the product brings along: a PostgreSQL that several processes share, and a Kafka broker. */
@NullMarked
package dev.muster.deploy.embedded;

import org.jspecify.annotations.NullMarked;
