package dev.muster.cli.embedded;

import module java.base;
import dev.muster.common.process.Launch;

/** Another process that has the database open, until it is told to leave or is killed. */
final class DatabaseUser implements AutoCloseable {

    private final Process process;
    private final long serverPid;

    private DatabaseUser(Process process, long serverPid) {
        this.process = process;
        this.serverPid = serverPid;
    }

    /** Prints the server's process id, and leaves when its input ends. */
    public static void main(String[] args) throws IOException {
        try (EmbeddedDatabase database = EmbeddedDatabase.open(Path.of(args[0]))) {
            System.out.println(database.pid());
            System.in.read();
        }
    }

    static DatabaseUser start(Path home) throws IOException {
        return start(Launch.of(DatabaseUser.class, home.toString()));
    }

    /**
     * Starts it in its own process group, as a terminal does for each command, and with Ctrl-C enabled, even if the
     * build runs in the background, where Ctrl-C is ignored.
     */
    static DatabaseUser startInOwnGroup(Path home) throws IOException {
        return start(Launch.of(DatabaseUser.class, home.toString()).through("setsid", "env", "--default-signal=INT"));
    }

    /** Starts it where a program does not work, such as unshare in Docker. */
    static DatabaseUser startWithout(String program, Path home, Path scratch) throws IOException {
        var refusing = Files.writeString(scratch.resolve(program), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(refusing, PosixFilePermissions.fromString("rwx------"));
        return start(Launch.of(DatabaseUser.class, home.toString()).through("env",
                "PATH=" + scratch + ":" + System.getenv("PATH")));
    }

    private static DatabaseUser start(Launch launch) throws IOException {
        Process process = new ProcessBuilder(launch.command()).redirectError(launch.errors()).start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        return new DatabaseUser(process, Long.parseLong(said.readLine()));
    }

    long serverPid() {
        return serverPid;
    }

    /** Returns the process that stops the server if this one dies. */
    ProcessHandle guard() {
        return process.children().filter(child -> child.info().command().orElse("").endsWith("sh")).findFirst()
                .orElseThrow();
    }

    void kill() throws Exception {
        process.destroyForcibly().waitFor();
    }

    /** Sends what a terminal sends on Ctrl-C. */
    void interruptGroup() throws Exception {
        new ProcessBuilder("kill", "-INT", "--", "-" + process.pid()).inheritIO().start().waitFor();
        process.waitFor();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
