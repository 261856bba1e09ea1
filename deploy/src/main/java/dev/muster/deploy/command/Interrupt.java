package dev.muster.deploy.command;

import dev.muster.deploy.process.Signals;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ctrl-C or SIGTERM, once: asks for an orderly end. A second one ends the process at once. */
final class Interrupt implements AutoCloseable {

    private final AtomicBoolean happened = new AtomicBoolean();
    private final Signals signals;

    private Interrupt(Runnable then) {
        this.signals = Signals.on(List.of("INT", "TERM"), () -> {
            if (happened.getAndSet(true)) {
                Runtime.getRuntime().halt(Exit.INTERRUPTED);
            }
            then.run();
        });
    }

    static Interrupt catching(Runnable then) {
        return new Interrupt(then);
    }

    boolean happened() {
        return happened.get();
    }

    @Override
    public void close() {
        signals.close();
    }
}
