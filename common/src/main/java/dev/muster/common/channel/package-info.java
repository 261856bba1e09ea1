/** The fleet's four topics, independent of the carrier: Kafka, or this process's memory. */
@NullMarked
package dev.muster.common.channel;

import org.jspecify.annotations.NullMarked;
