package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;

/**
 * Retries an unresponsive coordinator, long enough for it to restart or for another to take over. Notifies the user
 * after a few seconds; waits less once the user wants to leave.
 *
 * @param leaving whether the user wants to leave
 */
public record CoordinatorRetry(Ticker ticker, Pause pause, BooleanSupplier leaving) {

    @FunctionalInterface
    interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    /** Receives the reason why there is no answer yet. */
    @FunctionalInterface
    interface Word {
        void say(String sentence) throws InterruptedException;
    }

    static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration WHEN_LEAVING = Duration.ofSeconds(10);
    private static final Duration UNTIL_WORD = Duration.ofSeconds(5);
    private static final Duration STEP = Duration.ofMillis(200);
    private static final int MOST_STEPS = 5;
    /** @throws IOException when no answer came in time, or the answer is a final refusal */
    <T> T ask(Question<T> question, Word word) throws IOException, InterruptedException {
        long since = ticker.nanos();
        boolean warned = false;
        for (int tried = 1;; tried++) {
            try {
                return question.ask();
            } catch (RefusedRequest e) {
                throw e;
            } catch (IOException e) {
                var waited = Duration.ofNanos(ticker.nanos() - since);
                if (waited.compareTo(leaving.getAsBoolean() ? WHEN_LEAVING : LONGEST) >= 0) {
                    throw new IOException(e.getMessage() + "; it was retried for " + waited.toSeconds() + " s", e);
                }
                if (!warned && waited.compareTo(UNTIL_WORD) >= 0) {
                    word.say(e.getMessage() + "; retrying for up to " + LONGEST.toSeconds() + " s");
                    warned = true;
                }
                pause.pause(STEP.multipliedBy(Math.min(tried, MOST_STEPS)));
            }
        }
    }
}
