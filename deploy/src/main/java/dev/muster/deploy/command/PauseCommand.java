package dev.muster.deploy.command;

import module java.base;
import dev.muster.coordinator.run.Runs;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit.BadInput;
import dev.muster.deploy.session.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster pause RUN}: dispatches no more cases of a run until it is continued. */
@Command(name = "pause", mixinStandardHelpOptions = true, sortOptions = false, description = "Hand out nothing of a run until muster continue; what is under way ends.")
public final class PauseCommand implements Callable<Integer> {

    @Mixin
    private RunControl control = new RunControl();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        return control.carryOut(here, Runs::pause,
                "is paused: nothing more is started until muster continue, what is under way ends");
    }
}
