package dev.muster.coordinator.report.console;

import module java.base;

/** Times for people, in UTC to the millisecond. */
final class ClockText {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX")
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private ClockText() {}

    /** Returns a span such as {@code From 2026-01-31T09:15:00.250Z to 09:15:01.450}. */
    static String span(long startMs, long endMs) {
        return "From " + MOMENT.format(Instant.ofEpochMilli(startMs)) + " to " + time(endMs);
    }

    /** Returns a time such as {@code 09:15:01.450}. */
    static String time(long ms) {
        return TIME.format(Instant.ofEpochMilli(ms));
    }
}
