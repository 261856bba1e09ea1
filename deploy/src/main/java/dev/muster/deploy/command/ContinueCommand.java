package dev.muster.deploy.command;

import module java.base;
import dev.muster.coordinator.run.Runs;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.deploy.session.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster continue RUN}: resumes a paused run. */
@Command(name = "continue", mixinStandardHelpOptions = true, sortOptions = false, description = "Let a paused run go on.")
public final class ContinueCommand implements Callable<Integer> {

    @Mixin
    private RunControl control = new RunControl();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        return control.carryOut(here, Runs::goOn,
                "goes on");
    }
}
