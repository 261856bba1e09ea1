/** The status of a process for monitoring: liveness, readiness and metrics. */
@NullMarked
package dev.muster.common.status;

import org.jspecify.annotations.NullMarked;
