/** Judges replies: assertions, rubrics, validators, SQL, and the helper agents that judge them. */
@NullMarked
package dev.muster.worker.judging;

import org.jspecify.annotations.NullMarked;
