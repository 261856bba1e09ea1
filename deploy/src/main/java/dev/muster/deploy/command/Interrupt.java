package dev.muster.deploy.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Ctrl-C or SIGTERM, once: asks for an orderly end. A second one ends the process at once, as if nobody had listened. */
final class Interrupt implements AutoCloseable {

    private static final List<Signal> SIGNALS = List.of(new Signal("INT"), new Signal("TERM"));

    private final AtomicBoolean happened = new AtomicBoolean();
    private final Map<Signal, SignalHandler> before = new HashMap<>();

    private Interrupt(Runnable then) {
        SIGNALS.forEach(each -> before.put(each, Signal.handle(each, signal -> {
            if (happened.getAndSet(true)) {
                Runtime.getRuntime().halt(Exit.INTERRUPTED);
            }
            then.run();
        })));
    }

    static Interrupt catching(Runnable then) {
        return new Interrupt(then);
    }

    boolean happened() {
        return happened.get();
    }

    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
