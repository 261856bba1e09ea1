/** What is new in a run since its baseline: earlier runs, or a result file. */
@NullMarked
package dev.muster.coordinator.analysis.news;

import org.jspecify.annotations.NullMarked;
