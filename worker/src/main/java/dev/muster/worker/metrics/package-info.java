/** What a worker tells whoever watches over it. */
@NullMarked
package dev.muster.worker.metrics;

import org.jspecify.annotations.NullMarked;
