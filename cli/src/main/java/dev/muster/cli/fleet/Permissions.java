package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.process.Bubblewrap;
import dev.muster.common.process.Commands;
import dev.muster.common.target.Environment;
import dev.muster.common.target.OfferedNames;
import org.jspecify.annotations.Nullable;

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
