/** A mock agent and a bare client: what throughput is measured with and against. */
@NullMarked
package dev.muster.deploy.bench;

import org.jspecify.annotations.NullMarked;
