/** Results as JUnit XML, for CI systems. */
@NullMarked
package dev.muster.coordinator.report.junit;

import org.jspecify.annotations.NullMarked;
