package dev.muster.worker.attempt;

import dev.muster.worker.conversation.Caller;

/** Adapts the gate of an attempt to its calls. */
record CallGate(Attempts.Gate gate) implements Caller.Gate {

    @Override
    public void pass() throws InterruptedException {
        gate.pass();
    }

    @Override
    public void waits() {
        gate.waits();
    }

    @Override
    public void goesOn() {
        gate.goesOn();
    }
}
