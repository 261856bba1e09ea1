package dev.muster.common.agent;

import module java.base;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;

/** The reason a call gave no complete answer: one record for each row of the failure table (docs/results.md). */
public sealed interface AgentFailure extends AgentOutcome {

    /** Returns one sentence for users, without a trailing full stop. */
    String text();

    /** Returns the same failure with more behind its text. */
    default AgentFailure plus(String more) {
        return switch (this) {
            case Unreachable(var text, var connection) -> new Unreachable(text + more, connection);
            case Busy(int status, var after, var text) -> new Busy(status, after, text + more);
            case Refused(int status, var text) -> new Refused(status, text + more);
            case Agent(var text, boolean declared) -> new Agent(text + more, declared);
            case Truncated(var text) -> new Truncated(text + more);
            case Protocol(var text) -> new Protocol(text + more);
            case Timeout(var text) -> new Timeout(text + more);
            case Cancelled _ -> this;
        };
    }

    /** The connection of a call without an answer. */
    enum Connection {
        /** No server listens at the address, or no machine has its name. */
        NO_SERVER,
        /** Kept from an earlier call: it may have been closed before this one. */
        KEPT,
        OTHER
    }

    /** No byte of an answer arrived: refused connection, connect time-out, DNS, TLS, closed before the first byte. */
    record Unreachable(String text, Connection connection) implements AgentFailure {

        public Unreachable(String text) {
            this(text, Connection.OTHER);
        }
    }

    /** The server asks to come back later (429, 502, 503, 504), after this delay; null when it gave none. */
    record Busy(int status, @Nullable Duration retryAfter, String text) implements AgentFailure {}

    /** A retry can't help: 401, 403, 404, what can't be sent, a program that can't be started (status 0). */
    record Refused(int status, String text) implements AgentFailure {}

    /**
     * The agent itself failed.
     *
     * @param declared whether the agent reported it in an answer: RUN_ERROR, an error inside the stream; false for
     *     another 4xx or 5xx and for anything that is not an answer
     */
    record Agent(String text, boolean declared) implements AgentFailure {

        public static Agent declared(String text) {
            return new Agent(text, true);
        }

        public static Agent undeclared(String text) {
            return new Agent(text, false);
        }
    }

    /** The stream ended before the run did. */
    record Truncated(String text) implements AgentFailure {}

    /** The stream broke a rule of its protocol or exceeded a limit. */
    record Protocol(String text) implements AgentFailure {}

    /** The agent ended its run as cancelled (AG-UI): assertions may fail on its reply, but it never passes. */
    record Cancelled(AgentReply reply) implements AgentFailure {

        @Override
        public String text() {
            return "agent canceled the run";
        }
    }

    /** The deadline passed. */
    record Timeout(String text) implements AgentFailure {

        public static Timeout after(Deadline deadline) {
            return new Timeout("timeout after " + Durations.text(deadline.limit()));
        }

        /** @param who kept the caller waiting */
        public static Timeout after(Deadline deadline, String who) {
            return new Timeout(after(deadline).text + " (" + who + ")");
        }
    }
}
