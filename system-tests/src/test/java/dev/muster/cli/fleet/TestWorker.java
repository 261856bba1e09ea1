package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.worker.WorkerSettings;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.setup.Workspaces;
import org.jspecify.annotations.Nullable;

/** Starts workers without variables, metrics and human users. */
public final class TestWorker {

    private TestWorker() {}

    /** Starts one that runs no commands. */
    public static WorkerParts start(Channel channel, String fleet, String name, int slots) {
        return start(channel, fleet, name, slots, null, false);
    }

    /** Starts one with files, and commands where it may run them. */
    public static WorkerParts start(Channel channel, String fleet, String name, int slots, @Nullable Workspaces files,
            boolean commands) {
        return WorkerParts.start(channel, fleet, name, slots, new Environment(Map.of()), WorkerSettings.GRACE,
                new WorkerResources(files, commands ? Commands.onThisMachine(null) : null, HumanUsers.NONE,
                        new ScriptHost(HostSettings.DEFAULT), null),
                null);
    }
}
