/** The results of a case: verdicts, their causes, and everything observed. */
@NullMarked
package dev.muster.common.result;

import org.jspecify.annotations.NullMarked;
