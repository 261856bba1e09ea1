package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.Bubblewrap;
import dev.muster.common.process.Commands;
import dev.muster.common.process.Launch;
import dev.muster.common.process.Signals;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.common.target.Environment;
import dev.muster.common.target.OfferedNames;
import dev.muster.worker.conversation.HumanUsers;
import dev.muster.worker.isolated.IsolatedAttempt;
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
public record Equipment(@Nullable Coordinators coordinators, Permissions permissions, int scriptMemory) {

    private static final String HEAP = "-Xmx";
    /** When the worker itself has no limit: enough for one case, with the largest answer allowed. */
    private static final String USUAL_HEAP = "-Xmx512m";

    static Equipment read(String json) {
        return Json.MAPPER.readValue(json, Equipment.class);
    }

    /**
     * For a worker: suspect cases run in processes of their own.
     *
     * @param environment the whole environment of the process
     */
    public WorkerParts.Means means(Map<String, String> environment) throws IOException, InterruptedException {
        return new WorkerParts.Means(files(environment), permissions.commands(environment), HumanUsers.NONE,
                scripts(), () -> start(environment));
    }

    /** For the process of a suspect case. */
    WorkerParts.Means alone(Map<String, String> environment) throws IOException, InterruptedException {
        return new WorkerParts.Means(files(environment), permissions.commands(environment), HumanUsers.NONE,
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

    /**
     * The process in which a worker runs a suspect case: the order comes on standard input, the result goes to standard
     * output, and the log goes where the worker's log goes.
     */
    static final class IsolatedAttemptMain {

        private IsolatedAttemptMain() {}

        /** @param arguments the worker's {@link Equipment} as JSON */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            var out = System.out;
            // other output must not get between the frames
            System.setOut(System.err);
            // signals to the whole group are the worker's business: it lets this process end, or ends it
            Signals.ignore("INT", "TERM", "HUP");
            var equipment = Equipment.read(arguments[0]);
            var environment = equipment.permissions().environment(System.getenv());
            var means = equipment.alone(System.getenv());
            try (var calls = AgentCalls.open(1, environment.hosts(), null); var _ = means.scripts()) {
                // before each call the worker checks its lease, not its rate limit: a suspect is one case
                IsolatedAttempt.serve(System.in, out,
                        WorkerParts.attempts(calls, environment, means, Traffic.FREE),
                        IsolatedAttemptMain::end);
            }
        }

        /** The worker is gone: no one waits for the work in progress, or cleans up after it. */
        private static void end() {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(1);
        }
    }

    /** What a process of a fleet lets suites do: run programs, read variables, call addresses. */
    public record Permissions(Programs programs, OfferedNames names, AllowedHosts hosts) {

        public static final String KAFKA_CONFIG = "MUSTER_KAFKA_CONFIG";
        public static final String TLS_KEY = "MUSTER_TLS_KEY";

        /** Whether hooks and programs run, and where. */
        public enum Programs {
            /** None runs. */
            NONE,
            /** They run as this process's user. */
            PLAIN,
            /** They run in bubblewrap, without a network. */
            SANDBOX,
            /** They run in bubblewrap, with this machine's network. */
            SANDBOX_WITH_NETWORK
        }

        /** @param process the whole environment of the process */
        public Environment environment(Map<String, String> process) {
            return Environment.offering(names, process).with(hosts);
        }

        /** Returns null where no programs run. */
        @Nullable
        Commands commands(Map<String, String> process) throws IOException, InterruptedException {
            return commands(programs, process);
        }

        /**
         * Returns null where no programs run.
         *
         * @throws IOException with a sentence, where there is no sandbox to be had
         */
        public static @Nullable Commands commands(Programs programs, Map<String, String> process)
                throws IOException, InterruptedException {
            if (programs == Programs.NONE) {
                return null;
            }
            return Commands.onThisMachine(programs == Programs.PLAIN ? null : Bubblewrap.find(
                    process.getOrDefault("PATH", ""), programs == Programs.SANDBOX_WITH_NETWORK, hidden(process)));
        }

        /** Returns the homes, and the files with this process's own secrets. */
        private static List<Path> hidden(Map<String, String> process) {
            var homes = Stream.of(System.getProperty("user.home"), process.getOrDefault("HOME", ""));
            var files = process.entrySet().stream().filter(each -> isSecretFile(each.getKey()))
                    .map(Map.Entry::getValue);
            return Stream.concat(Stream.concat(homes, files).filter(each -> !each.isBlank()).map(Path::of),
                    Stream.of(Home.of(process).folder())).toList();
        }

        private static boolean isSecretFile(String name) {
            return (name.startsWith("MUSTER_") && name.endsWith("_FILE")) || name.equals(KAFKA_CONFIG)
                    || name.equals(TLS_KEY);
        }
    }
}
