package dev.muster.deploy.command;

import module java.base;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster completion}: prints a script for bash and zsh. */
@Command(name = "completion", mixinStandardHelpOptions = true, description = "Print a completion script for bash or zsh: source <(muster completion)")
public final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() {
        CommandLine root = command.root().commandLine();
        here.out().print(AutoComplete.bash(root.getCommandName(), root));
        return Exit.OK;
    }
}
