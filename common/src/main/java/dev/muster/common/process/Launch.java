package dev.muster.common.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How another main of this distribution is started: with this process's Java and class path.
 *
 * @param through what it is started by, such as a tool that gives it a network of its own; empty for nothing
 * @param main has a {@code main}
 * @param jvmOptions beside those that every part of Muster runs with
 * @param environment added to this process's
 * @param errors where standard error goes
 */
public record Launch(List<String> through, Class<?> main, List<String> jvmOptions, List<String> arguments,
        Map<String, String> environment, Redirect errors) {

    /** What a child takes over of this JVM's options: the distribution's, not a debugger's or a heap size. */
    private static final List<String> PASSED_ON = List.of("-XX:AOTCache=", "-Xlog:aot", "-Xlog:cds", "-Xshare:",
            "--enable-native-access=", "--sun-misc-unsafe-memory-access=", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=",
            "-Dstdout.encoding=",
            "-Dstderr.encoding=");

    public Launch {
        through = List.copyOf(through);
        jvmOptions = List.copyOf(jvmOptions);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Errors go where this process's go. */
    public static Launch of(Class<?> main, String... arguments) {
        return new Launch(List.of(), main, List.of(), List.of(arguments), Map.of(), Redirect.INHERIT);
    }

    public Launch withJvmOptions(String... options) {
        return new Launch(through, main, List.of(options), arguments, environment, errors);
    }

    public Launch withEnvironment(Map<String, String> added) {
        return new Launch(through, main, jvmOptions, arguments, added, errors);
    }

    public Launch withErrorsTo(Redirect where) {
        return new Launch(through, main, jvmOptions, arguments, environment, where);
    }

    /** Started by another program, which becomes it: the process id is the same. */
    public Launch through(String... words) {
        return new Launch(List.of(words), main, jvmOptions, arguments, environment, errors);
    }

    /** Starts it so that it outlives this process; all that it prints goes to one place. */
    public Process inBackground(Redirect output) throws IOException {
        var builder = new ProcessBuilder(command()).redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(output).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The command line. */
    public List<String> command() {
        var command = new ArrayList<>(through);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.addAll(passedOn());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }

    private static List<String> passedOn() {
        // not from ProcessHandle: it tells nothing of a command line as long as ours
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> PASSED_ON.stream().anyMatch(option::startsWith)).toList();
    }
}
