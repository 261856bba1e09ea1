package dev.muster.common.agent;

import module java.base;
import dev.muster.common.agent.Endpoint.Limit;
import dev.muster.common.time.Deadline;

/** Limits the rate of calls to an agent, and learns how the calls ended. */
public interface Traffic {

    /** No limit; ignores outcomes. */
    Traffic FREE = new Traffic() {
        @Override
        public Turn turn(Limit limit, Duration atMost, Deadline deadline) {
            return Turn.AT_ONCE;
        }

        @Override
        public void ended(Limit limit, AgentOutcome outcome) {
            // nothing to count
        }
    };

    /** The result of waiting for a turn. */
    record Turn(boolean came, Duration waited) {
        public static final Turn AT_ONCE = new Turn(true, Duration.ZERO);
    }

    /**
     * The event that a call waits for.
     *
     * @param what the beginning of a sentence
     * @param trouble whether the agent can't be reached or is busy; otherwise it only takes its time
     * @param next what happens after the time left
     */
    record Waiting(String what, boolean trouble, String next, Duration left) {}

    /** The call waits for something from here on; until it {@link #ended} or waits for something else. */
    default void waits(Waiting waiting) {}

    /** Waits until the call may begin, or gives up after {@code atMost}; extends the deadline by the time waited. */
    Turn turn(Limit limit, Duration atMost, Deadline deadline) throws InterruptedException;

    void ended(Limit limit, AgentOutcome outcome);

    /** Whether a call to the agent has had an answer, whatever it was; true where that is not counted. */
    default boolean hasAnswered(Limit limit) {
        return true;
    }

    /** Returns the addresses of those that refuse a form of their answer; the process adds what it learns. */
    default Set<String> formless() {
        return new HashSet<>();
    }
}
