/** Turns a promptfoo configuration into a project: {@code muster import promptfoo}. */
@NullMarked
package dev.muster.coordinator.suite.promptfoo;

import org.jspecify.annotations.NullMarked;
