package dev.muster.system.command;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.demo.DemoAgents;
import dev.muster.common.process.Launch;

/**
 * {@code muster demo --serve} as a process, at the address that the documents have. One test of this machine has it at a time:
 * others wait.
 */
final class ServedDemo implements AutoCloseable {

    static final String COMMAND = "muster demo --serve";
    private static final Path LOCK = Path.of(System.getProperty("java.io.tmpdir"),
            "muster-demo-" + DemoAgents.USUAL_PORT
                    + "." + System.getProperty("user.name"));
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final FileChannel lock;
    private final Process process;

    private ServedDemo(FileChannel lock, Process process) {
        this.lock = lock;
        this.process = process;
    }

    /** Starts it, and waits until it says where its agents are. */
    static ServedDemo start(Path home, Path output) throws IOException, InterruptedException {
        var lock = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock.lock();
            var process = Launch.of(Main.class, "demo", "--serve")
                    .withEnvironment(Map.of("MUSTER_HOME", home.toString()))
                    .withErrorsTo(ProcessBuilder.Redirect.INHERIT)
                    .inBackground(ProcessBuilder.Redirect.to(output.toFile()));
            var until = Instant.now().plus(PATIENCE);
            while (!Files.readString(output).contains("Press Ctrl-C")) {
                if (!process.isAlive() || Instant.now().isAfter(until)) {
                    process.destroyForcibly();
                    throw new IOException(COMMAND + " does not serve: " + Files.readString(output));
                }
                process.waitFor(20, TimeUnit.MILLISECONDS);
            }
            return new ServedDemo(lock, process);
        } catch (IOException | InterruptedException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().join();
        lock.close();
    }
}
