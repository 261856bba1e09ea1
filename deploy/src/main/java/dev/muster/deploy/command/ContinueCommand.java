package dev.muster.deploy.command;

import dev.muster.coordinator.run.Runs;
import dev.muster.deploy.command.Exit.BadInput;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster continue RUN}: ends a pause. */
@Command(name = "continue", mixinStandardHelpOptions = true, sortOptions = false, description = "Let a paused run go on.")
public final class ContinueCommand implements Callable<Integer> {

    @Mixin
    private RunControl control = new RunControl();

    @Mixin
    private Surroundings here = new Surroundings();

    @Override
    public Integer call() throws IOException, BadInput {
        return control.carryOut(here, Runs::goOn,
                "goes on");
    }
}
