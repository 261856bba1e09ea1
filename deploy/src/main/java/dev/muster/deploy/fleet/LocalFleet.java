package dev.muster.deploy.fleet;

import module java.base;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.setup.Workspaces;

/** A whole fleet in this process: the same coordinator and worker, over a channel in memory. It has one run. */
public record LocalFleet(LocalDatabase database, MemoryChannel channel, Leadership leadership, Coordinator coordinator,
        WorkerParts worker) implements AutoCloseable {

    private static final int CONNECTIONS = 6;

    /** @param clock gives the date of its runs */
    public static LocalFleet open(Home home, int slots, Map<String, String> environment, InstantSource clock) {
        return open(home, newName(), slots, new Environment(environment), HumanUsers.NOBODY,
                new ScriptHost(HostSettings.DEFAULT), clock);
    }

    public static String newName() {
        return StoredRun.LOCAL + UUID.randomUUID();
    }

    /**
     * @param fleet its name: {@link #newName}, or the earlier name to continue a run
     * @param scripts where scripts run; closed with the fleet
     * @param clock gives the date of its runs
     */
    public static LocalFleet open(Home home, String fleet, int slots, Environment environment, HumanUsers people,
            ScriptHost scripts, InstantSource clock) {
        var database = LocalDatabase.open(home, CONNECTIONS);
        try {
            var leadership = Leadership.take(database.database(), fleet, "pid " + ProcessHandle.current().pid());
            leadership.forgetTopics();
            var channel = new MemoryChannel(clock, 1);
            var coordinator = Coordinator.start(channel, database.database(), leadership, LeaderSettings.DEFAULT,
                    clock);
            var worker = WorkerParts.start(channel, fleet, "local", slots, environment,
                    new WorkerParts.Means(Workspaces.IN_PLACE, true, people, scripts, null), null);
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
