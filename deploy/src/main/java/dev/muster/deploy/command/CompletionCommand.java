package dev.muster.deploy.command;

import module java.base;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code muster completion}: prints a completion script for a shell. */
@Command(name = "completion", mixinStandardHelpOptions = true, description = "Print a completion script: source <(muster completion bash), or muster completion fish | source")
public final class CompletionCommand implements Callable<Integer> {

    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Parameters(arity = "0..1", paramLabel = "SHELL", defaultValue = "bash", description = "bash, zsh or fish (default: ${DEFAULT-VALUE}).")
    private String shell = "bash";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput {
        if (!SHELLS.contains(shell)) {
            throw new BadInput("unknown shell '" + shell + "'; there are " + String.join(", ", SHELLS));
        }
        CommandLine root = command.root().commandLine();
        here.out().print(shell.equals("fish") ? fish(root) : AutoComplete.bash(root.getCommandName(), root));
        return Exit.OK;
    }

    private static String fish(CommandLine root) {
        var lines = new StringBuilder();
        root.getSubcommands().forEach((name, each) -> {
            var usage = each.getCommandSpec().usageMessage();
            if (usage.hidden()) {
                return;
            }
            lines.append("complete -c muster -n __fish_use_subcommand -f -a ").append(name).append(" -d ")
                    .append(quoted(usage.description())).append('\n');
            for (var option : each.getCommandSpec().options()) {
                lines.append("complete -c muster -n '__fish_seen_subcommand_from ").append(name).append('\'');
                for (var spelling : option.names()) {
                    lines.append(spelling.startsWith("--") ? " -l " : " -s ").append(spelling.replaceFirst("^--?", ""));
                }
                lines.append(option.arity().max() == 0 ? "" : " -r").append(" -d ")
                        .append(quoted(option.description())).append('\n');
            }
        });
        return lines.toString();
    }

    private static String quoted(String... text) {
        return "'" + String.join(" ", text).replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
