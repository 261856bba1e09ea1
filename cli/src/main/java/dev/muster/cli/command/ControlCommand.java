package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.Stopping;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands that control a run of a fleet: {@code muster cancel}, {@code pause} and {@code continue}. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract sealed class ControlCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "A run: its id, a prefix of it, last, last~1 or last:branch=main.")
    private String run = "";

    @Mixin
    private FleetOption fleet = new FleetOption();

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    private final Deed deed;
    private final String done;

    /** @param done the message on success, after the run's id */
    private ControlCommand(Deed deed, String done) {
        this.deed = deed;
        this.done = done;
    }

    /** What to do with a run. */
    @FunctionalInterface
    private interface Deed {
        void with(Runs runs, String run) throws IOException, RefusedRun;
    }

    @Command(name = "cancel", description = "Stop a run of a fleet: no more cases start, and running cases are "
            + "aborted.")
    public static final class Cancel extends ControlCommand {
        public Cancel() {
            super((runs, run) -> runs.stop(run, Stopping.cancelled("cancelled by muster cancel", Duration.ZERO)),
                    "is cancelled: no more cases start, and running cases are aborted");
        }
    }

    /** Dispatches no more cases of a run until it is continued. */
    @Command(name = "pause", description = "Start no more cases of a run until muster continue; running cases finish.")
    public static final class Pause extends ControlCommand {
        public Pause() {
            super(Runs::pause, "is paused: no more cases start until muster continue; running cases finish");
        }
    }

    @Command(name = "continue", description = "Continue a paused run.")
    public static final class Continue extends ControlCommand {
        public Continue() {
            super(Runs::continueRun, "goes on");
        }
    }

    @Override
    public Integer call() throws IOException, BadInput, RefusedRun {
        try (var runs = fleet.open(here, ". Stop a local run with Ctrl-C where it was started")) {
            var id = projects.findToChange(run, runs, here).id();
            deed.with(runs, id);
            here.out().println("run " + id + " " + done);
            return Exit.OK;
        }
    }
}
