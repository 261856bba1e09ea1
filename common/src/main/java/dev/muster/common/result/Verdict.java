package dev.muster.common.result;

import dev.muster.common.json.Flat;
import org.jspecify.annotations.Nullable;

/** The verdict on a case, or on one of its ends, with its cause and the failure table's text. */
@Flat
public record Verdict(Status status, Cause cause, @Nullable String error, @Nullable String skipReason) {

    public static final Verdict PASSED = new Verdict(Status.PASSED, Cause.NONE, null, null);

    /** What a worker says of each of its cases after a pause or an outage; it says nothing about one of them. */
    public static final String LOST_TOUCH = "the worker lost touch with the fleet";

    public static Verdict failed(Cause cause, @Nullable String error) {
        return new Verdict(Status.FAILED, cause, error, null);
    }

    /** Returns an error, which says nothing about the agent. */
    public static Verdict error(Cause cause, String error) {
        return new Verdict(Status.ERROR, cause, error, null);
    }

    public static Verdict skipped(Cause cause, String reason) {
        return new Verdict(Status.SKIPPED, cause, null, reason);
    }

    public Verdict saying(@Nullable String sentence) {
        return new Verdict(status, cause, sentence, skipReason);
    }

    public boolean passed() {
        return status == Status.PASSED;
    }

    /** Whether the agent failed, which no other attempt undoes. */
    public boolean blamesAgent() {
        return status == Status.FAILED && cause.blamesAgent();
    }

    /**
     * Whether this verdict replaces an earlier one of the same case: failed beats error beats skipped, a failure of the
     * agent beats any other, and of equals the first stands.
     */
    public boolean beats(Verdict earlier) {
        return weight() > earlier.weight();
    }

    private int weight() {
        return switch (status) {
            case PASSED, FLAKY -> 0;
            case SKIPPED -> 1;
            case CANCELLED -> 2;
            case ERROR -> 3;
            case FAILED -> blamesAgent() ? 5 : 4;
        };
    }
}
