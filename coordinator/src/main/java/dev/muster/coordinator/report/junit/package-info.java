/** Results as JUnit XML, which every CI system reads. */
@NullMarked
package dev.muster.coordinator.report.junit;

import org.jspecify.annotations.NullMarked;
