/** The commands of {@code muster}: what a person types, one class each. */
@NullMarked
package dev.muster.deploy.command;

import org.jspecify.annotations.NullMarked;
