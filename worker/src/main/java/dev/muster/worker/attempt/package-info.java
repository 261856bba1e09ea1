/** One attempt at one case: resolves the target, plays the conversation, checks the answer, builds the result. */
@NullMarked
package dev.muster.worker.attempt;

import org.jspecify.annotations.NullMarked;
