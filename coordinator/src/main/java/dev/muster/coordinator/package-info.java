/** The coordinator: reads suites, hands out cases, keeps and reports results. */
@NullMarked
package dev.muster.coordinator;

import org.jspecify.annotations.NullMarked;
