package dev.muster.common.agent;

import dev.muster.common.agent.Endpoint.Limit;
import dev.muster.common.time.Deadline;
import java.time.Duration;

/** What holds calls back that an agent would not take, and hears how it took those that were made. */
public interface Traffic {

    /** Holds nothing back, and hears nothing. */
    Traffic FREE = new Traffic() {
        @Override
        public Turn turn(Limit limit, Duration atMost, Deadline deadline) {
            return Turn.AT_ONCE;
        }

        @Override
        public void ended(Limit limit, AgentOutcome outcome) {
            // nobody counts
        }
    };

    /**
     * What came of waiting for a turn.
     *
     * @param came whether the call may begin
     * @param waited whether or not it came
     */
    record Turn(boolean came, Duration waited) {
        public static final Turn AT_ONCE = new Turn(true, Duration.ZERO);
    }

    /**
     * Waits until the call may begin, or so long that it does not begin at all.
     *
     * @param deadline is given back what was waited
     */
    Turn turn(Limit limit, Duration atMost, Deadline deadline) throws InterruptedException;

    /** A call that had its turn is over. */
    void ended(Limit limit, AgentOutcome outcome);
}
