/** The channel inside one process: for local runs, and for tests that need no broker. */
@NullMarked
package dev.muster.common.channel.memory;

import org.jspecify.annotations.NullMarked;
