package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.common.time.Deadline;
import dev.muster.worker.Worker;
import dev.muster.worker.WorkerSettings;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.inflight.Lease;
import dev.muster.worker.ratelimit.RateLimits;

/** A worker process of a simulated world: all of the real worker, with simulated agents. */
final class SimWorker extends SimProcess {

    static final Duration LEASE = Duration.ofSeconds(10);
    static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Lease.Limits LIMITS = new Lease.Limits(LEASE, Duration.ofSeconds(6), Duration.ofSeconds(25));

    private final String name;
    private final int slots;
    private final Calls calls;
    private final Worker worker;
    private int lives;

    /** Receives each call to an agent, decides how it ends, and receives the result. */
    interface Calls {

        Ending called(SimWorker worker, CaseOrder order);

        /** The call ended, or was cut off; not called for a worker that died. */
        default void ended(Dispatch dispatch) {}
    }

    /** How long a case takes, and its result. */
    record Ending(long nanos, Status status, Cause cause, boolean again) {}

    SimWorker(SimTime time, SplittableRandom random, String name, int slots, SimBroker broker, Calls calls) {
        super(time, random);
        this.name = name;
        this.slots = slots;
        this.calls = calls;
        var settings = new WorkerSettings(SimLeader.FLEET, name, slots, Set.of(), Set.of(), Duration.ofSeconds(1),
                Duration.ofSeconds(10), LIMITS, Duration.ofSeconds(30));
        this.worker = new Worker(settings, broker.channelOf(this), new SimAttempts(), new RateLimits(time), time,
                watch(),
                () -> name + "." + ++lives).start();
        threads().daemon("main", this::dieAtItsEnd).start();
    }

    /** Takes no more orders, lets cases in flight end, says goodbye. */
    void drain() {
        after(1, worker::drain);
    }

    String name() {
        return name;
    }

    int slots() {
        return slots;
    }

    int held() {
        return alive() ? worker.status().held() : 0;
    }

    String standing() {
        return name + (alive() ? "" : ", dead") + (frozen() ? ", frozen" : "") + ", life " + lives + ", "
                + worker.status() + ", " + worker.readiness();
    }

    private void dieAtItsEnd() {
        try {
            worker.awaitEnd();
            threads().pause(Duration.ofSeconds(1));
            die();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class SimAttempts implements Attempts {

        @Override
        public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
            gate.due(Deadline.in(TIMEOUT, time()));
            gate.pass();
            var ending = calls.called(SimWorker.this, order);
            try {
                threads().pause(Duration.ofNanos(ending.nanos()));
                return new Attempted(Cases.result(order.testCase(), ending.status(), ending.cause()), ending.again());
            } finally {
                calls.ended(order.dispatch());
            }
        }

        @Override
        public CaseResult unfinished(CaseOrder order, Verdict why) {
            return Cases.result(order.testCase(), why.status(), why.cause());
        }
    }
}
