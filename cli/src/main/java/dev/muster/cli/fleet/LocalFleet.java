package dev.muster.cli.fleet;

import module java.base;
import dev.muster.cli.metrics.Traces;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.worker.WorkerSettings;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.setup.Workspaces;
import org.jspecify.annotations.Nullable;

/** A whole fleet in this process: the same coordinator and worker, over a channel in memory. It has one run. */
public record LocalFleet(LocalDatabase database, MemoryChannel channel, Leadership leadership, Coordinator coordinator,
        WorkerParts worker) implements AutoCloseable {

    private static final int CONNECTIONS = 6;

    /** @param clock gives the date of its runs */
    public static LocalFleet open(Home home, int slots, Map<String, String> environment, InstantSource clock) {
        return open(home, newName(), slots, new Environment(environment), means(Commands.onThisMachine(null),
                HumanUsers.NONE, new ScriptHost(HostSettings.DEFAULT)), clock);
    }

    public static String newName() {
        return StoredRun.LOCAL + UUID.randomUUID();
    }

    /**
     * Returns what the worker of a fleet in this process has: the project's own files.
     *
     * @param commands null where none may run
     */
    public static WorkerResources means(@Nullable Commands commands, HumanUsers people, ScriptHost scripts) {
        return new WorkerResources(Workspaces.IN_PLACE, commands, people, scripts, null);
    }

    /**
     * @param fleet its name: {@link #newName}, or the earlier name to continue a run
     * @param clock gives the date of its runs
     */
    public static LocalFleet open(Home home, String fleet, int slots, Environment environment,
            WorkerResources means, InstantSource clock) {
        var traces = Traces.open(System.getenv()); // first: a variable that can't be used is the user's fault
        var database = LocalDatabase.open(home, CONNECTIONS);
        try {
            var leadership = Leadership.take(database.database(), fleet, "pid " + ProcessHandle.current().pid());
            leadership.forgetTopics();
            var channel = new MemoryChannel(clock, 1);
            var coordinator = Coordinator.start(channel, database.database(), leadership, LeaderSettings.DEFAULT,
                    clock);
            var worker = WorkerParts.start(channel, fleet, "local", slots, environment,
                    WorkerSettings.GRACE, means, null, traces);
            if (worker.traces() != null) {
                coordinator.whenOver(worker.traces()::over);
            }
            return new LocalFleet(database, channel, leadership, coordinator, worker);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    public Runs runs() {
        return coordinator;
    }

    @Override
    public void close() {
        worker.close();
        coordinator.close();
        leadership.retire();
        channel.close();
        database.close();
    }
}
