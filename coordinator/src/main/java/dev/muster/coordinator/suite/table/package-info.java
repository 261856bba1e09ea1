/** Makes the cases of a case with {@code each}: one for each row of a table. */
@NullMarked
package dev.muster.coordinator.suite.table;

import org.jspecify.annotations.NullMarked;
