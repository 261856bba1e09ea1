package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.Launch;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.setup.CoordinatorBlobs;
import dev.muster.worker.setup.FetchedBundles;
import dev.muster.worker.setup.Workspaces;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a fleet's worker that its attempts need; passed on to the process of a suspect case.
 *
 * @param coordinators where to fetch the files of runs; null when they can't be fetched
 * @param permissions what suites may do
 * @param scriptMemory mebibytes of a script host
 */
public record AttemptConfig(@Nullable Coordinators coordinators, Permissions permissions, int scriptMemory) {

    private static final String HEAP = "-Xmx";
    /** When the worker itself has no limit: enough for one case, with the largest answer allowed. */
    private static final String USUAL_HEAP = "-Xmx512m";

    static AttemptConfig read(String json) {
        return Json.MAPPER.readValue(json, AttemptConfig.class);
    }

    /**
     * For a worker: suspect cases run in processes of their own.
     *
     * @param environment the whole environment of the process
     */
    public WorkerResources means(Map<String, String> environment) throws IOException, InterruptedException {
        return new WorkerResources(files(environment), permissions.commands(environment), HumanUsers.NONE,
                scripts(), () -> start(environment));
    }

    /** For the process of a suspect case. */
    WorkerResources alone(Map<String, String> environment) throws IOException, InterruptedException {
        return new WorkerResources(files(environment), permissions.commands(environment), HumanUsers.NONE,
                scripts(), null);
    }

    private Process start(Map<String, String> environment) throws IOException {
        var launch = Launch.of(IsolatedAttemptMain.class, Json.MAPPER.writeValueAsString(this)).withJvmOptions(heap(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
                // a JVM's log goes to standard output, which is only for frames
                "-Xlog:disable");
        var builder = new ProcessBuilder(launch.command()).redirectError(Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Returns the worker's own limit; the last one counts, as in the JVM. */
    private static String heap() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(HEAP)).reduce((before, after) -> after).orElse(USUAL_HEAP);
    }

    private ScriptHost scripts() {
        return new ScriptHost(HostSettings.DEFAULT.withMemory(scriptMemory));
    }

    private @Nullable Workspaces files(Map<String, String> environment) throws IOException {
        return coordinators == null ? null
                : new FetchedBundles(Home.of(environment).make().bundles(), new CoordinatorBlobs(coordinators,
                        Credentials.of(GivenSecrets.read(environment, "MUSTER_TOKEN"), environment)));
    }
}
