package dev.muster.cli.testing;

import module java.base;
import dev.muster.cli.metrics.Meters;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.AgentEndpoint;
import dev.muster.common.config.Protocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.loop.Fatal;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.AttemptSettings;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.InboxMessage.Parties;
import dev.muster.common.message.InboxMessage.Terms;
import dev.muster.common.message.Target;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Options;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.testing.TestResult;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Threads;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.server.metrics.FleetGauges;
import dev.muster.coordinator.server.metrics.StoredMetrics;
import dev.muster.coordinator.server.scheduler.FleetStatus;
import dev.muster.coordinator.store.Settlement;
import dev.muster.worker.Worker;
import dev.muster.worker.WorkerSettings;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.metrics.MeasuredAttempts;
import dev.muster.worker.metrics.MeasuredProtocol;
import dev.muster.worker.metrics.WorkerGauges;
import dev.muster.worker.ratelimit.RateLimits;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Makes each metric of both processes occur once, in one registry. */
public final class EveryMetric {

    private static final CaseRef REF = new CaseRef("20260131-0915-k3xq7m", 0, 0, 0);

    private EveryMetric() {}

    /** Returns the gauges of the fleet, which can be given another status. */
    public static FleetGauges in(MeterRegistry registry) {
        store(registry);
        Counter.builder("muster.runs.pruned").description("Runs that retention deleted.").register(registry)
                .increment();
        Meters.showRefused(topic -> 1, registry);
        work(registry);
        var gauges = new FleetGauges(registry);
        gauges.show(busy());
        return gauges;
    }

    public static FleetStatus idle() {
        return new FleetStatus("f", 3, 256, List.of(), 0, new FleetStatus.Load(0, 0, true), List.of(), List.of(),
                Map.of());
    }

    private static FleetStatus busy() {
        return new FleetStatus("f", 3, 256, List.of(new FleetStatus.WorkerStatus("w1", "i", 7, 4, 3, "active", 250)), 0,
                new FleetStatus.Load(1, 2, true), List.of(new FleetStatus.RunStatus(REF.run(), 9, 3, 0)),
                List.of(new FleetStatus.AgentStatus("shop", 50, 3, 2.5, false)), Map.of("results", 4L));
    }

    private static void store(MeterRegistry registry) {
        var attempt = new Settlement.Attempt(REF, new Dispatch(1, 1), 1, Settlement.AttemptKind.RETRIED, "w1", "i",
                new dev.muster.common.result.Verdict(Status.ERROR, Cause.INFRASTRUCTURE, null, null), null, null,
                Spent.UNKNOWN);
        new StoredMetrics(registry).accept(List.of(
                new Settlement.CaseVerdict(REF, 1, new Dispatch(1, 1), "w1", result()), attempt,
                new Settlement.Aside("RESULTS", 0, 7, "k", "unreadable", new byte[0]),
                new Settlement.Suspicious("w1", "a bug")));
    }

    private static void work(MeterRegistry registry) {
        try (var scripts = new ScriptHost(HostSettings.DEFAULT)) {
            var measured = new MeasuredAttempts(new Finding(), registry);
            var _ = measured.run(order(), () -> {});
            var _ = measured.unfinished(order(), Attempts.CANCELLED);
            var request = new AgentRequest(new Endpoint("http://a/", Map.of(), null, null, false, null), "t", "r",
                    List.of(),
                    Options.NONE, StreamBounds.DEFAULT);
            var _ = new MeasuredProtocol(Protocol.AG_UI, (_, _, _) -> new AgentFailure.Timeout("late"), registry)
                    .call(request, Deadline.in(Duration.ofSeconds(1), Ticker.system()), _ -> {});
            WorkerGauges.show(new Worker(WorkerSettings.of("f", "w1", 4, Set.of(), Set.of()),
                    new MemoryChannel(InstantSource.system(), 1), measured, new RateLimits(Ticker.system()),
                    Ticker.system(), new LoopWatch(Ticker.system(), Threads.system(), Fatal.halt(), () -> false)),
                    scripts, registry);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static CaseOrder order() {
        var agent = AgentConfig.at(AgentEndpoint.at(Protocol.AG_UI, "http://a/"));
        var testCase = TestCase.of(new TestCase.Identity("a#one", "one", null, Map.of(), new Source("a.jsonl", 1)),
                "shop", new Conversation.Standard(List.of(Message.user("hi"))), List.of());
        return new CaseOrder("f", 1, "i", REF, new Dispatch(1, 1), 1, testCase,
                new Parties(new Target("shop", agent, null, null), Map.of()),
                new AttemptSettings(Duration.ofSeconds(1), RetryPolicy.DEFAULT, new CaseFiles.None(), Map.of()),
                new Terms(false, false, null));
    }

    public static CaseResult result() {
        return TestResult.of("a#one").source(new Source("a.jsonl", 1)).agent("shop").durationMs(120).workingMs(120)
                .make();
    }

    private static final class Finding implements Attempts {

        @Override
        public Attempted run(CaseOrder order, CallGate gate) {
            return new Attempted(result(), false);
        }

        @Override
        public CaseResult unfinished(CaseOrder order, dev.muster.common.result.Verdict why) {
            return result();
        }
    }
}
