package dev.muster.deploy.fleet;

import dev.muster.common.command.CommandEnvironment;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.Launch;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.setup.CoordinatorBlobs;
import dev.muster.worker.setup.FetchedBundles;
import dev.muster.worker.setup.Workspaces;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker of a fleet was started with, as far as its attempts need it: so much is told to the process in which
 * a suspect runs.
 *
 * @param coordinators where the files of runs are fetched; null when they can't be
 * @param commands whether it runs hooks and programs
 * @param scriptMemory mebibytes of a script host
 */
public record Equipment(@Nullable Coordinators coordinators, boolean commands, int scriptMemory) {

    private static final String HEAP = "-Xmx";
    /** When the worker itself has no bound: one case, with an answer as large as one may be. */
    private static final String USUAL_HEAP = "-Xmx512m";

    static Equipment read(String json) {
        return Json.MAPPER.readValue(json, Equipment.class);
    }

    /** A suite says what goes into addresses and headers: what lets a worker in elsewhere is not to be had. */
    public static Environment forSuites(Environment worker) {
        return Environment.guarded(new CommandEnvironment(worker.variables()).variables(), List.of());
    }

    /** For a worker: suspects run in processes of their own. */
    public WorkerParts.Means means(Environment environment) {
        return new WorkerParts.Means(files(environment), commands, HumanUsers.NOBODY, scripts(),
                () -> start(environment));
    }

    /** For the process of a suspect. */
    WorkerParts.Means alone(Environment environment) {
        return new WorkerParts.Means(files(environment), commands, HumanUsers.NOBODY, scripts());
    }

    private Process start(Environment environment) throws IOException {
        var launch = Launch.of(IsolatedAttemptMain.class, Json.MAPPER.writeValueAsString(this)).withJvmOptions(heap(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
                // a JVM's log goes to standard output, where only frames belong
                "-Xlog:disable");
        var builder = new ProcessBuilder(launch.command()).redirectError(Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment.variables());
        return builder.start();
    }

    /** The worker's own bound, the last one where there are several, as the JVM has it. */
    private static String heap() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(HEAP)).reduce((before, after) -> after).orElse(USUAL_HEAP);
    }

    private ScriptHost scripts() {
        return new ScriptHost(HostSettings.DEFAULT.withMemory(scriptMemory));
    }

    private @Nullable Workspaces files(Environment environment) {
        return coordinators == null ? null
                : new FetchedBundles(Home.of(environment.variables()).bundles(),
                        new CoordinatorBlobs(coordinators, environment.variables().get("MUSTER_TOKEN")));
    }
}
