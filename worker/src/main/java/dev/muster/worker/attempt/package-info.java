/** One attempt at one case: resolve the target, hold the conversation, check the answer, say what was found. */
@NullMarked
package dev.muster.worker.attempt;

import org.jspecify.annotations.NullMarked;
