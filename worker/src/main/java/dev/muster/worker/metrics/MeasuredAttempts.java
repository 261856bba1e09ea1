package dev.muster.worker.metrics;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Verdict;
import dev.muster.common.status.Buckets;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Counts attempts and measures how long they take. */
public final class MeasuredAttempts implements Attempts {

    private final Attempts attempts;
    private final MeterRegistry registry;

    public MeasuredAttempts(Attempts attempts, MeterRegistry registry) {
        this.attempts = attempts;
        this.registry = registry;
    }

    @Override
    public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
        var attempted = attempts.run(order, gate);
        var result = attempted.result();
        Counter.builder("muster.worker.attempts").description("Attempts that ended by themselves.")
                .tags("status", result.verdict().status().wire(), "cause", result.verdict().cause().wire())
                .register(registry).increment();
        Timer.builder("muster.worker.attempt.duration").description("Duration of attempts.")
                .tag("status", result.verdict().status().wire())
                .serviceLevelObjectives(Buckets.ofCases()).register(registry)
                .record(Duration.ofMillis(result.timing().durationMs()));
        return attempted;
    }

    @Override
    public CaseResult unfinished(CaseOrder order, Verdict why) {
        Counter.builder("muster.worker.attempts.stopped").description("Attempts that were aborted.")
                .tag("why", why.cause().wire()).register(registry).increment();
        return attempts.unfinished(order, why);
    }
}
