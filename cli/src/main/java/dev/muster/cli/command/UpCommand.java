package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.up.PidFile;
import dev.muster.cli.up.Up;
import dev.muster.cli.up.UpFile;
import dev.muster.common.access.HostRule;
import dev.muster.common.message.WorkerMessage;
import dev.muster.common.process.Launch;
import dev.muster.common.process.MemoryProtection;
import dev.muster.common.process.Signals;
import dev.muster.common.secret.PrivateFolder;
import dev.muster.common.status.ListenAddress;
import java.lang.ProcessBuilder.Redirect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster up}: starts a fleet on this machine. */
@Command(name = "up", mixinStandardHelpOptions = true, sortOptions = false, description = "Start a fleet on this "
        + "machine: broker, database, coordinator and workers.")
public final class UpCommand implements Callable<Integer> {

    private static final String DETACHED = "MUSTER_DETACHED";
    private static final long PATIENCE_S = 150;

    @Option(names = "--workers", paramLabel = "N", defaultValue = "2", description = "Worker processes (default: "
            + "${DEFAULT-VALUE}).")
    private int workers;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "64", description = "Cases at once per worker "
            + "(default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0", description = "The coordinator's port "
            + "(default: any free one).")
    private int port;

    @Option(names = "--detach", description = "Return once all are ready; stop them with: muster down.")
    private boolean detach;

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, InterruptedException, BadInput {
        BadInput.throwIf(workers < 1 || workers > 1000 || slots < 1 || slots > WorkerMessage.Hello.MOST_SLOTS,
                "--workers takes 1 to 1000, --slots 1 to 10000");
        BadInput.checkRange("--port", port, 0, 65_535);
        BadInput.throwIf(PidFile.running(here.home().upPid()).isPresent(), "a fleet is already up in "
                + here.home().folder() + " (see up.json there); stop it with: muster down");
        if (!here.environment().containsKey(DETACHED)) {
            new ListenAddress("127.0.0.1", port, null, HostRule.of("127.0.0.1", List.of()), null).refuseTaken("--port");
        }
        return detach ? detached() : attached();
    }

    private int attached() throws IOException, InterruptedException {
        boolean background = here.environment().containsKey(DETACHED);
        if (background) {
            Signals.ignore("INT", "HUP");
        }
        here.home().make();
        MemoryProtection.protect();
        try (var shutdown = Shutdown.listen();
                var up = Up.start(new Up.Plan(here.home(), here.main(), workers, slots, port, 0,
                        new PrintWriter(here.out(), true, StandardCharsets.UTF_8)));
                var _ = new PidFile(here.home().upPid())) {
            up.file().write(here.home().upFile());
            if (!background) { // else the command in the foreground says it
                tell(up.file());
                here.out().println("Ctrl-C stops all of them.");
            }
            shutdown.await();
        } finally {
            Files.deleteIfExists(here.home().upFile());
        }
        return Exit.OK;
    }

    private int detached() throws IOException, InterruptedException {
        PrivateFolder.make(here.home().make().logs());
        Files.deleteIfExists(here.home().upFile());
        var log = here.home().logs().resolve("up.log").toFile();
        var launch = Launch.of(here.main(), "up", "--workers", String.valueOf(workers), "--slots",
                String.valueOf(slots), "--port", String.valueOf(port)).withEnvironment(
                        Map.of(DETACHED, "1", "MUSTER_HOME", here.home().folder().toString()));
        var process = launch.inBackground(Redirect.to(log));
        int printed = 0;
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!Files.exists(here.home().upFile())) {
            boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
            printed += tell(log, printed, ended);
            if (ended) {
                return process.exitValue();
            }
            if (System.nanoTime() > until) {
                process.destroy();
                throw new IOException("the fleet was not ready after " + PATIENCE_S + " s; see " + log);
            }
        }
        UpFile.read(here.home().upFile()).ifPresent(this::tell);
        here.out().println("muster down stops all of them.");
        return Exit.OK;
    }

    /** Repeats what the process in the background says; returns how many characters that are. */
    private int tell(File log, int printed, boolean ended) throws IOException {
        var more = new String(Files.readAllBytes(log.toPath()), StandardCharsets.UTF_8).substring(printed);
        var lines = more.substring(0, ended ? more.length() : more.lastIndexOf('\n') + 1);
        if (ended) {
            here.err().println(lines.strip());
        } else {
            here.out().print(lines);
            here.out().flush();
        }
        return lines.length();
    }

    private void tell(UpFile up) {
        var out = here.out();
        out.printf("  coordinator  pid %-8d %s%n", up.coordinator().pid(), up.coordinator().url());
        out.printf("  broker       pid %-8d %s%n", up.broker().pid(), up.broker().address());
        out.printf("  database     pid %-8d %s%n", up.database().pid(), up.database().url().replaceFirst("\\?.*", ""));
        up.workers().forEach(worker -> out.printf("  worker %-5s pid %-8d %d slots, %s/metrics%n", worker.id(),
                worker.pid(), slots, worker.url()));
        out.println();
        out.println("Run a suite on it:  muster run --coordinator up -i tests");
    }
}
