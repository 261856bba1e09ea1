package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.WaitNotice;
import dev.muster.cli.up.PidFile;
import dev.muster.cli.up.UpFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster down}: stops the fleet that {@code muster up} started. */
@Command(name = "down", mixinStandardHelpOptions = true, description = "Stop the fleet that muster up started.")
public final class DownCommand implements Callable<Integer> {

    private static final long PATIENCE_S = 60;

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var supervisor = PidFile.running(here.home().upPid());
        if (supervisor.isPresent()) {
            supervisor.get().destroy();
            try (var _ = WaitNotice.say(here.err(), "waiting for the fleet to stop")) {
                awaitEnd(supervisor.get());
            }
            here.out().println("the fleet is down");
        } else {
            here.out().println(endLeftOver() ? "stopped what was left of a fleet" : "no fleet is up");
        }
        return Exit.OK;
    }

    private static void awaitEnd(ProcessHandle process) throws IOException, InterruptedException {
        try {
            process.onExit().get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("process " + process.pid() + " did not end within " + PATIENCE_S + " s", e);
        }
    }

    /** Processes whose parent is gone end by themselves; this ends those that the file still names. */
    private boolean endLeftOver() throws IOException {
        var file = UpFile.read(here.home().upFile());
        boolean found = file.isPresent() && file.get().pids().stream().map(ProcessHandle::of)
                .filter(process -> process.isPresent() && isOurs(process.get()))
                .map(process -> process.get().destroy()).toList().contains(true);
        Files.deleteIfExists(here.home().upFile());
        return found;
    }

    private static boolean isOurs(ProcessHandle process) {
        return process.info().commandLine().map(line -> line.contains("dev.muster.cli.Main")).orElse(false);
    }
}
