/** The commands of {@code muster}, one class each. */
@NullMarked
package dev.muster.deploy.command;

import org.jspecify.annotations.NullMarked;
