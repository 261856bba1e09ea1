package dev.muster.common.script.host;

import dev.muster.common.script.engine.ScriptHostMain;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a script host: this JVM's own Java and class path, a small heap, and nothing of its environment. */
final class HostCommand {

    private static final String CACHE = "-XX:AOTCache=";
    /** Made by {@code make-aot-cache}. */
    private static final String OF_HOSTS = "scripts.aot";

    private HostCommand() {}

    /** @param own a folder for what it unpacks */
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

    /** What a JVM logs goes to standard output, where only frames belong. */
    private static List<String> options(HostSettings settings, Path own) {
        var options = new ArrayList<>(List.of("-Xmx" + settings.memoryMiB() + "m", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError", "-XX:MaxDirectMemorySize=16m",
                "-XX:-UsePerfData", "-Xlog:disable", "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + own, "-Dpolyglot.engine.userResourceCache=" + own, "-Dfile.encoding=UTF-8"));
        cache().forEach(options::add);
        return options;
    }

    /** The cache of a host's classes that lies beside the one this JVM was started with, if it was. */
    private static List<String> cache() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(CACHE)).findFirst()
                .map(option -> Path.of(option.substring(CACHE.length())).resolveSibling(OF_HOSTS))
                .filter(Files::exists).map(file -> List.of(CACHE + file)).orElse(List.of());
    }
}
