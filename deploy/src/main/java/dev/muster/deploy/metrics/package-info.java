/** The metrics registry of a process. */
@NullMarked
package dev.muster.deploy.metrics;

import org.jspecify.annotations.NullMarked;
