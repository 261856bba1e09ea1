/** The assembled product: the {@code muster} command and what it starts. */
@NullMarked
package dev.muster.cli;

import org.jspecify.annotations.NullMarked;
