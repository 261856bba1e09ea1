/** The fleet's four topics, whatever carries them: Kafka, or this process's memory. */
@NullMarked
package dev.muster.common.channel;

import org.jspecify.annotations.NullMarked;
