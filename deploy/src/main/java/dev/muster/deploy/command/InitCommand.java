package dev.muster.deploy.command;

import module java.base;
import dev.muster.deploy.init.ProjectTemplate;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import dev.muster.deploy.session.Exit.BadInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code muster init}: writes a commented configuration and a first suite. */
@Command(name = "init", mixinStandardHelpOptions = true, description = "Write a commented muster.yaml and a first suite; overwrites nothing.")
public final class InitCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "Where (default: here).")
    private Path folder = Path.of("");

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput {
        switch (ProjectTemplate.write(here.workingFolder().resolve(folder))) {
            case ProjectTemplate.Outcome.Written written -> here.out().println(written.nextSteps());
            case ProjectTemplate.Outcome.InTheWay inTheWay -> throw new Exit.BadInput(inTheWay.sentence());
        }
        return Exit.OK;
    }
}
