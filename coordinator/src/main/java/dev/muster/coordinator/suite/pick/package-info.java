/** Selects the cases of a run: {@code -k}, {@code --failed}, {@code --shard}, {@code -i file#id}. */
@NullMarked
package dev.muster.coordinator.suite.pick;

import org.jspecify.annotations.NullMarked;
