package dev.muster.coordinator.server.metrics;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.status.Buckets;
import dev.muster.coordinator.store.Settlement;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Counts what was stored: verdicts, attempts, and records that were set aside. Called on the bookkeeper's thread. */
public record StoredMetrics(MeterRegistry registry) implements Consumer<List<Settlement>> {

    @Override
    public void accept(List<Settlement> stored) {
        stored.forEach(this::count);
    }

    private void count(Settlement settlement) {
        switch (settlement) {
            case Settlement.CaseVerdict verdict -> verdict(verdict.result());
            case Settlement.Attempt attempt -> attempt(attempt.kind().name().toLowerCase(Locale.ROOT));
            case Settlement.Stray _ -> attempt("stray");
            case Settlement.Fence fence -> fence.lost().forEach(this::count);
            case Settlement.Aside aside -> count("muster.set.aside", "Records that could not be used.", "topic",
                    aside.topic().toLowerCase(Locale.ROOT));
            case Settlement.Suspicious _ -> count("muster.suspicions",
                    "Events that only a forgery or a bug can cause; the audit has each.");
            case Settlement other -> {
                // not an attempt
            }
        }
    }

    private void verdict(ReportedResult result) {
        attempt("verdict");
        count("muster.verdicts", "Stored verdicts.", "status", result.verdict().status().wire(), "cause",
                result.verdict().cause().wire());
        Timer.builder("muster.case.duration").description("Duration of the attempt that gave the verdict.")
                .tag("status", result.verdict().status().wire())
                .serviceLevelObjectives(Buckets.ofCases())
                .register(registry).record(Duration.ofMillis(result.timing().durationMs()));
    }

    private void attempt(String kind) {
        count("muster.attempts", "Stored attempts.", "kind", kind);
    }

    private void count(String name, String help, String... tags) {
        Counter.builder(name).description(help).tags(tags).register(registry).increment();
    }
}
