/** The commands of {@code muster}, one class each. */
@NullMarked
package dev.muster.cli.command;

import org.jspecify.annotations.NullMarked;
