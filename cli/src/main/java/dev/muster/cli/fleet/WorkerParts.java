package dev.muster.cli.fleet;

import module java.base;
import dev.muster.cli.metrics.Traces;
import dev.muster.common.agent.Traffic;
import dev.muster.common.channel.Channel;
import dev.muster.common.loop.Fatal;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.status.StatusPages;
import dev.muster.common.target.Environment;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Pauses;
import dev.muster.common.time.Threads;
import dev.muster.common.time.Ticker;
import dev.muster.worker.Worker;
import dev.muster.worker.WorkerSettings;
import dev.muster.worker.attempt.AttemptClocks;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.attempt.CaseAttempts;
import dev.muster.worker.isolated.IsolatedAttempts;
import dev.muster.worker.metrics.MeasuredAttempts;
import dev.muster.worker.metrics.WorkerGauges;
import dev.muster.worker.metrics.WorkerPages;
import dev.muster.worker.ratelimit.RateLimits;
import dev.muster.worker.setup.CaseSetups;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/** A worker with all its parts. */
public record WorkerParts(AgentCalls calls, Worker worker, ScriptHost scripts, LoopWatch watch, @Nullable Traces traces)
        implements
            AutoCloseable {

    /** @param registry for its metrics; null for none */
    public static WorkerParts start(Channel channel, String fleet, String name, int slots, Environment environment,
            Duration grace, WorkerResources means, @Nullable MeterRegistry registry) {
        return start(channel, fleet, name, slots, environment, grace, means, registry, Traces.open(System.getenv()));
    }

    /** @param traces null for none */
    static WorkerParts start(Channel channel, String fleet, String name, int slots, Environment environment,
            Duration grace, WorkerResources means, @Nullable MeterRegistry registry, @Nullable Traces traces) {
        HeapGrowth.watch();
        var ticker = Ticker.system();
        var calls = AgentCalls.open(slots, environment.hosts(), registry, traces);
        var rateLimits = new RateLimits(ticker);
        var settings = WorkerSettings.of(fleet, name, slots, environment.names(), means.switches()).withGrace(grace);
        var attempts = attempts(calls, environment, means, rateLimits);
        if (means.alone() != null) {
            attempts = new IsolatedAttempts(attempts, means.alone(), settings.overdueAfter(), CaseOrder.MOST_ALONE);
        }
        if (traces != null) {
            attempts = traces.of(attempts, name);
        }
        var watch = new LoopWatch(ticker, Threads.system(), Fatal.halt(), () -> true);
        watch.start();
        var worker = new Worker(settings, channel, registry == null ? attempts
                : new MeasuredAttempts(attempts, registry), rateLimits, ticker, watch);
        if (registry != null) {
            WorkerGauges.show(worker, means.scripts(), registry);
        }
        return new WorkerParts(calls, worker.start(), means.scripts(), watch, traces);
    }

    /** @param scrape returns all metrics in a format */
    public StatusPages pages(UnaryOperator<String> scrape) {
        return new WorkerPages(worker, scrape);
    }

    /** Returns the runner of attempts in this process. */
    static Attempts attempts(AgentCalls calls, Environment environment, WorkerResources means, Traffic traffic) {
        var setups = new CaseSetups(environment, means.files(), means.commands(), means.scripts());
        return new CaseAttempts(calls.protocols(), environment, setups, means.people(),
                new AttemptClocks(Clock.systemUTC(), Ticker.system(), Pauses.ofProcess(), Pause.system()),
                AgentCalls.random(), traffic);
    }

    /** Takes no more orders; returns at once. */
    public void drain() {
        worker.drain();
    }

    public void awaitEnd() throws InterruptedException {
        worker.awaitEnd();
    }

    /** Drains, and waits until the worker has ended. */
    @Override
    public void close() {
        worker.close();
        watch.close();
        calls.close();
        scripts.close();
        if (traces != null) {
            traces.close();
        }
    }
}
