/** Child processes: how they are started, watched, signalled and ended. */
@NullMarked
package dev.muster.common.process;

import org.jspecify.annotations.NullMarked;
