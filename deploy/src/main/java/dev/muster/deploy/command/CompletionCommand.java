package dev.muster.deploy.command;

import module java.base;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code muster completion}: prints a completion script for a shell. */
@Command(name = "completion", mixinStandardHelpOptions = true, description = "Print a completion script: source <(muster completion bash), or muster completion fish | source")
public final class CompletionCommand implements Callable<Integer> {

    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");
    /** Also for zsh, which has bash's functions. Without a word, the shell completes names of files. */
    private static final String BASH = """
            if [ -n "${ZSH_VERSION:-}" ]; then
              command -v compdef >/dev/null || { autoload -U +X compinit && compinit; }
              autoload -U +X bashcompinit && bashcompinit
            fi
            _muster() {
              local line
              COMPREPLY=()
              while IFS= read -r line; do
                if [ -n "$line" ]; then COMPREPLY+=("${line%%$'\\t'*}"); fi
              done <<END
            $("${COMP_WORDS[0]}" complete-words "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null)
            END
            }
            complete -F _muster -o default muster
            """;
    private static final String FISH = """
            function __muster_words
                set -l typed (commandline -opc)
                $typed[1] complete-words $typed[2..-1] (commandline -ct) 2>/dev/null
            end
            complete -c muster -f -a '(__muster_words; or __fish_complete_path (commandline -ct))'
            """;

    @Parameters(arity = "0..1", paramLabel = "SHELL", defaultValue = "bash", description = "bash, zsh or fish (default: ${DEFAULT-VALUE}).")
    private String shell = "bash";

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput {
        if (!SHELLS.contains(shell)) {
            throw new BadInput("unknown shell '" + shell + "'; there are " + String.join(", ", SHELLS));
        }
        here.out().print(shell.equals("fish") ? FISH : BASH);
        return Exit.OK;
    }
}
