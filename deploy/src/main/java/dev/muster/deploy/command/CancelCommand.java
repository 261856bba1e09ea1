package dev.muster.deploy.command;

import module java.base;
import dev.muster.coordinator.run.Stopping;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.deploy.session.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster cancel RUN}: stops a run of a fleet. */
@Command(name = "cancel", mixinStandardHelpOptions = true, sortOptions = false, description = "Stop a run of a fleet: nothing more is started, what is under way is cut off.")
public final class CancelCommand implements Callable<Integer> {

    @Mixin
    private RunControl control = new RunControl();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        return control.carryOut(here,
                (runs, run) -> runs.stop(run, Stopping.cancelled("cancelled by muster cancel", Duration.ZERO)),
                "is cancelled: nothing more is started, what is under way is cut off");
    }
}
