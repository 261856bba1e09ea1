package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.StoredRun;

/** The outcome of a run, and the time since its submission. */
public record EndedRun(String run, int code, Duration took, StoredRun stored, Summary summary, News news) {}
