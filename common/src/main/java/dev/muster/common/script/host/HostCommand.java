package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.script.engine.ScriptHostMain;
import java.lang.management.ManagementFactory;

/**
 * Builds the command line of a script host: this JVM's Java and class path, a small heap, and none of its environment.
 */
final class HostCommand {

    private static final String CACHE = "-XX:AOTCache=";
    /** Created by {@code make-aot-cache}. */
    private static final String OF_HOSTS = "scripts.aot";

    /** @param own a folder for the files that it unpacks */
    static ProcessBuilder of(HostSettings settings, Path own) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(settings, own));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(ScriptHostMain.class.getName());
        command.add(own.toString());
        var builder = new ProcessBuilder(command).directory(own.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        return builder;
    }

    /** Returns the JVM options; JVM logs would go to standard output, where only frames belong. */
    private static List<String> options(HostSettings settings, Path own) {
        var options = new ArrayList<>(List.of("-Xmx" + settings.memoryMiB() + "m", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError", "-XX:MaxDirectMemorySize=16m",
                "-XX:-UsePerfData", "-Xlog:disable", "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + own, "-Dpolyglot.engine.userResourceCache=" + own, "-Dfile.encoding=UTF-8"));
        cache().forEach(options::add);
        return options;
    }

    /** Returns the option for the host's AOT cache beside the one that this JVM was started with, if any. */
    private static List<String> cache() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(CACHE)).findFirst()
                .map(option -> Path.of(option.substring(CACHE.length())).resolveSibling(OF_HOSTS))
                .filter(Files::exists).map(file -> List.of(CACHE + file)).orElse(List.of());
    }
}
