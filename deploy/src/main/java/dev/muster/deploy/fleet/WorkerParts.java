package dev.muster.deploy.fleet;

import dev.muster.common.channel.Channel;
import dev.muster.common.command.Commands;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.party.Environment;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.worker.Worker;
import dev.muster.worker.WorkerSettings;
import dev.muster.worker.attempt.CaseAttempts;
import dev.muster.worker.setup.CaseSetups;
import dev.muster.worker.setup.Workplaces;
import dev.muster.worker.talk.People;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker with everything that it is made of. */
public final class WorkerParts implements AutoCloseable {

    private final AgentCalls calls;
    private final Worker worker;

    private WorkerParts(AgentCalls calls, Worker worker) {
        this.calls = calls;
        this.worker = worker;
    }

    /** One that runs no commands. */
    public static WorkerParts start(Channel channel, String fleet, String name, int slots, Environment environment) {
        return start(channel, fleet, name, slots, environment, null);
    }

    /** The same with files, and nobody to ask. */
    public static WorkerParts start(Channel channel, String fleet, String name, int slots, Environment environment,
            @Nullable Workplaces files) {
        return start(channel, fleet, name, slots, environment, files, People.NOBODY);
    }

    /**
     * Starts a worker.
     *
     * @param slots cases at once
     * @param files where hooks and scripts come from; null for a worker that runs none
     * @param people who may be asked when an agent waits for its user
     */
    public static WorkerParts start(Channel channel, String fleet, String name, int slots, Environment environment,
            @Nullable Workplaces files, People people) {
        var clock = Clock.systemUTC();
        var ticker = Ticker.system();
        var calls = AgentCalls.open(slots);
        var setups = new CaseSetups(environment.variables(), files, Commands.onThisMachine());
        var attempts = new CaseAttempts(calls.protocols(), environment, setups, people, clock, ticker,
                Pause.system(), AgentCalls.random());
        var settings = WorkerSettings.of(fleet, name, slots, environment.names(),
                files == null ? Set.of() : Set.of(Hello.ALLOW_COMMANDS));
        return new WorkerParts(calls, new Worker(settings, channel, attempts, ticker).start());
    }

    /** Takes no more orders; returns at once. */
    public void drain() {
        worker.drain();
    }

    public void awaitEnd() throws InterruptedException {
        worker.awaitEnd();
    }

    /** Drains to the end. */
    @Override
    public void close() {
        worker.close();
        calls.close();
    }
}
