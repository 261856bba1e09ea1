package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.isolated.IsolatedAttempts;
import dev.muster.worker.setup.Workspaces;
import org.jspecify.annotations.Nullable;

/**
 * The means of a worker other than agents.
 *
 * @param files source of hooks and scripts; null for a worker that can't have them
 * @param commands runs hooks and programs; null for a worker that runs none
 * @param people human users to ask when an agent waits for its user
 * @param scripts where scripts run; closed with the worker
 * @param alone how to start the isolated process of a suspect case; null where it runs like any other
 */
public record WorkerResources(@Nullable Workspaces files, @Nullable Commands commands, HumanUsers people,
        ScriptHost scripts,
        IsolatedAttempts.@Nullable Start alone) {

    Set<String> switches() {
        if (files == null) {
            return Set.of();
        }
        return commands != null ? Set.of(Hello.FILES, Hello.ALLOW_COMMANDS) : Set.of(Hello.FILES);
    }
}
