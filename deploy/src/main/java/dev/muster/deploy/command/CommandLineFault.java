package dev.muster.deploy.command;

import module java.base;
import dev.muster.coordinator.suite.source.Nearest;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one sentence what is wrong with a command line. */
public final class CommandLineFault {

    /** Commands of other tools, and ours. */
    private static final Map<String, String> HABITS = Map.of("test", "run", "eval", "run", "start", "up", "stop",
            "down", "list", "runs", "ls", "runs", "check", "validate", "lint", "validate", "diff", "compare", "show",
            "report");

    private CommandLineFault() {}

    public static String of(ParameterException fault) {
        var command = fault.getCommandLine();
        return switch (fault) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched.getUnmatched().getFirst(), command);
            case MissingParameterException missing when String.valueOf(missing.getMessage()).contains("for option") ->
                missing.getMissing().stream().map(CommandLineFault::shown).findFirst().orElse("an option")
                        .replaceFirst(" ", " needs ");
            case MissingParameterException missing when !missing.getMissing().isEmpty() ->
                command.getCommandSpec().qualifiedName() + " needs "
                        + missing.getMissing().stream().map(CommandLineFault::shown)
                                .collect(Collectors.joining(" and "));
            default -> value(String.valueOf(fault.getMessage()));
        };
    }

    private static String unmatched(String word, CommandLine command) {
        var root = command.getParent() == null;
        var name = command.getCommandSpec().qualifiedName();
        if (word.startsWith("-")) {
            var known = command.getCommandSpec().optionsMap().keySet();
            return "unknown option '" + word + "'" + Nearest.hint(word, known);
        }
        boolean suite = word.contains("/") || word.contains(".") || word.contains(" ");
        if (root) {
            var habit = HABITS.get(word);
            return "unknown command '" + word + "'" + (habit != null ? "; did you mean '" + habit + "'?"
                    : suite ? "; did you mean muster run -i " + quoted(word) + "?"
                            : Nearest.hint(word, command.getSubcommands().keySet()));
        }
        return "unexpected argument '" + word + "'" + (command.getCommandName().equals("run")
                ? "; did you mean muster run -i " + quoted(word) + "?"
                : command.getCommandSpec().positionalParameters().isEmpty() ? "; " + name + " takes only options" : "");
    }

    private static String quoted(String word) {
        return word.contains(" ") || word.contains("*") ? "'" + word + "'" : word;
    }

    private static String shown(ArgSpec missing) {
        return missing instanceof OptionSpec option ? option.longestName() + " " + option.paramLabel()
                : missing.paramLabel();
    }

    /** Shortens picocli's {@code Invalid value for option '--parallel': 'many' is not an int}. */
    private static String value(String message) {
        var start = "Invalid value for option '";
        return !message.startsWith(start) ? message
                : message.substring(start.length()).replaceFirst("'(?: \\([^)]*\\))?: ", ": ")
                        .replaceFirst("is not an? (?:int|long)$", "is not a whole number");
    }
}
