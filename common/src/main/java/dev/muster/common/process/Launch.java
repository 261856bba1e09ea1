package dev.muster.common.process;

import module java.base;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;

/**
 * Starts another main class of this distribution, with this process's Java and class path.
 *
 * @param through a program that starts it, such as a tool that gives it its own network; empty for none
 * @param jvmOptions in addition to those of every Muster process
 */
public record Launch(List<String> through, Class<?> main, List<String> jvmOptions, List<String> arguments,
        Map<String, String> environment, Redirect errors) {

    /** The JVM options that a child inherits: the distribution's, not a debugger's or a heap size. */
    private static final List<String> PASSED_ON = List.of("-XX:AOTCache=", "-Xlog:aot", "-Xlog:cds", "-Xshare:",
            "--enable-native-access=", "--sun-misc-unsafe-memory-access=", "-XX:+UseSerialGC",
            "-XX:+UseTransparentHugePages", "-XX:TieredStopAtLevel=", "-XX:Tier3",
            "-Dstdout.encoding=", "-Dstderr.encoding=", "-Dmuster.data=");

    /** Returns a launch whose errors go where this process's go. */
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

    /** Returns this launch through another program, which execs it: the process id stays the same. */
    public Launch through(String... words) {
        return new Launch(List.of(words), main, jvmOptions, arguments, environment, errors);
    }

    /** Starts a process that outlives this one; all its output goes to one place. */
    public Process inBackground(Redirect output) throws IOException {
        var builder = new ProcessBuilder(command()).redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(output).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

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
        // not from ProcessHandle: it does not report a command line as long as ours
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> PASSED_ON.stream().anyMatch(option::startsWith)).toList();
    }
}
