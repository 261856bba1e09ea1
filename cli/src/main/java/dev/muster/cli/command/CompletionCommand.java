package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code muster completion}: prints a completion script for a shell. */
@Command(name = "completion", mixinStandardHelpOptions = true, description = "Print a completion script: source "
        + "<(muster completion bash), or muster completion fish | source")
public final class CompletionCommand implements Callable<Integer> {

    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Parameters(arity = "0..1", paramLabel = "SHELL", defaultValue = "bash", description = "bash, zsh or fish "
            + "(default: ${DEFAULT-VALUE}).")
    private String shell = "bash";

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput {
        BadInput.throwIf(!SHELLS.contains(shell),
                "unknown shell '" + shell + "'; there are " + String.join(", ", SHELLS));
        here.out().print(BuildFile.text("/completion/" + (shell.equals("fish") ? "fish" : "bash")));
        return Exit.OK;
    }
}
