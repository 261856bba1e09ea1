package dev.muster.worker.conversation;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** People who can be asked when an agent waits for its user. */
@FunctionalInterface
public interface HumanUsers {

    /** Nobody is there. */
    HumanUsers NOBODY = (asker, question, hint, timeout) -> Optional.empty();

    /**
     * Asks, and waits for the answer; one question at a time.
     *
     * @param question what the agent said
     * @param hint what it asks for; null when it did not say
     * @return empty when nobody answered in time
     */
    Optional<String> ask(QuestionContext asker, String question, @Nullable String hint, Duration timeout)
            throws InterruptedException;
}
