package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Status;

/** The sign before a case or an assertion. */
record Mark(String sign, Paint paint) {

    static Mark of(Status status) {
        return switch (status) {
            case PASSED -> new Mark("✓", Paint.GREEN);
            case FAILED -> new Mark("✗", Paint.RED);
            case ERROR -> new Mark("!", Paint.YELLOW);
            case SKIPPED -> new Mark("○", Paint.YELLOW);
            case CANCELLED -> new Mark("-", Paint.GREY);
            case FLAKY -> new Mark("~", Paint.YELLOW);
        };
    }

    static Mark of(AssertionResult assertion) {
        return of(assertion.error() != null ? Status.ERROR : assertion.passed() ? Status.PASSED : Status.FAILED);
    }

    /** Returns a status in words, in the colour of its sign. */
    static String word(Status status, ConsoleStyle style) {
        return of(status).paint.on(status.wire().toUpperCase(Locale.ROOT), style);
    }

    String in(ConsoleStyle style) {
        return paint.on(sign, style);
    }
}
