package dev.muster.worker.attempt;

import dev.muster.worker.conversation.Caller;

/** The gate of an attempt, as its calls know it. */
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
