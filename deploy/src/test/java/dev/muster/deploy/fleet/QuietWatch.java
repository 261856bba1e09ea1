package dev.muster.deploy.fleet;

import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;

/** A watchdog for parts that are tested by themselves. */
final class QuietWatch {

    private QuietWatch() {}

    static LoopWatch unstarted() {
        return new LoopWatch(Ticker.system(), Pause.system(), (sentence, cause) -> {
            throw new AssertionError(sentence, cause);
        }, () -> true);
    }
}
