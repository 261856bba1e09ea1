/** The channel over Kafka, version 3 or newer. */
@NullMarked
package dev.muster.common.channel.kafka;

import org.jspecify.annotations.NullMarked;
