/** What becomes of a case: verdicts, their causes, and everything that was seen on the way. */
@NullMarked
package dev.muster.common.result;

import org.jspecify.annotations.NullMarked;
