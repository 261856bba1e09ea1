package dev.muster.cli.fleet;

import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;

/** A watchdog for parts that are tested alone. */
public final class QuietWatch {

    private QuietWatch() {}

    public static LoopWatch unstarted() {
        return new LoopWatch(Ticker.system(), Pause.system(), (sentence, cause) -> {
            throw new AssertionError(sentence, cause);
        }, () -> true);
    }
}
