/** Where the figures of a process are kept. */
@NullMarked
package dev.muster.deploy.metrics;

import org.jspecify.annotations.NullMarked;
