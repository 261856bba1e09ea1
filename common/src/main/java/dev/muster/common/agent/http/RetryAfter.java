package dev.muster.common.agent.http;

import module java.base;
import okhttp3.Headers;

/** Reads when a busy server wants the next try: {@code Retry-After} in seconds or as a date, or OpenAI's in milliseconds. */
final class RetryAfter {

    private static final double LONGEST_SECONDS = Duration.ofDays(365).toSeconds();

    private RetryAfter() {}

    /** Returns zero for a date in the past; empty when the header is missing or unreadable. */
    static Optional<Duration> of(Headers headers, Clock clock) {
        String millis = headers.get("retry-after-ms");
        if (millis != null) {
            return number(millis, 1e6);
        }
        String text = headers.get("Retry-After");
        if (text == null) {
            return Optional.empty();
        }
        return number(text, 1e9).or(() -> date(headers, clock.instant()));
    }

    private static Optional<Duration> number(String text, double nanos) {
        try {
            double number = Double.parseDouble(text.strip());
            return number >= 0 && number <= LONGEST_SECONDS ? Optional.of(Duration.ofNanos((long) (number * nanos)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> date(Headers headers, Instant now) {
        Instant date = headers.getInstant("Retry-After");
        if (date == null) {
            return Optional.empty();
        }
        return Optional.of(date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO);
    }
}
