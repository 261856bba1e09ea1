package dev.muster.worker.conversation;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Human users who answer when an agent waits for its user. */
@FunctionalInterface
public interface HumanUsers {

    HumanUsers NONE = (asker, question, hint, timeout) -> Optional.empty();

    /**
     * Asks, and waits for the answer; one question at a time.
     *
     * @param hint what the agent asks for; null when not declared
     * @return empty when there was no answer in time
     */
    Optional<String> ask(QuestionContext asker, String question, @Nullable String hint, Duration timeout)
            throws InterruptedException;
}
