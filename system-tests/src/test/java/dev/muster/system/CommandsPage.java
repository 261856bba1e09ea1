package dev.muster.system;

import module java.base;
import dev.muster.cli.Main;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the part of {@code docs/cli.md} that the commands themselves determine. */
final class CommandsPage {

    /** Documents that say more, by command, or by command and option. */
    private static final Map<String, String> MORE = Map.ofEntries(
            Map.entry("init", "targets/finding-out.md"),
            Map.entry("probe", "targets/finding-out.md"),
            Map.entry("compare", "statistics.md"),
            Map.entry("flaky", "results.md#flaky-cases"),
            Map.entry("token", "access.md"),
            Map.entry("audit", "access.md"),
            Map.entry("schema", "suites.md#a-file"),
            Map.entry("run --input", "suites.md"),
            Map.entry("run --name", "results.md#cells-and-repeats"),
            Map.entry("run --connector", "results.md#cells-and-repeats"),
            Map.entry("run --output", "results.md"),
            Map.entry("run --format", "results.md#the-names-of-agenteval"),
            Map.entry("run --stop-repeats", "results.md#cells-and-repeats"),
            Map.entry("run --update-snapshots", "suites.md#snapshots"),
            Map.entry("run --reporter", "results.md#a-report-by-an-agent"),
            Map.entry("run --simulator", "suites.md#conversations"),
            Map.entry("run --on-missing-input", "suites.md#conversations"),
            Map.entry("run --max-cost", "configuration.md#connectors"),
            Map.entry("run --retry-failed", "results.md#runs-that-do-not-finish-at-once"),
            Map.entry("run --resume", "results.md#runs-that-do-not-finish-at-once"),
            Map.entry("run --retry-errors", "results.md#runs-that-do-not-finish-at-once"),
            Map.entry("run --no-commands", "configuration.md#what-a-project-may-do"),
            Map.entry("run --env-file", "configuration.md#secrets"),
            Map.entry("runs --prune", "results.md#where-results-are-kept"),
            Map.entry("report --replay", "results.md#replay"),
            Map.entry("report --format", "results.md"),
            Map.entry("compare --gate", "configuration.md#gate"),
            Map.entry("coordinator --env", "configuration.md#what-a-project-may-do"),
            Map.entry("coordinator --retention", "operations.md#the-database-grows"),
            Map.entry("coordinator --kafka-config", "configuration.md#kafka-and-postgresql-with-tls-and-a-login"),
            Map.entry("worker --coordinator", "scripts.md#on-a-fleet"),
            Map.entry("worker --env", "configuration.md#what-a-project-may-do"),
            Map.entry("worker --metrics-port", "metrics.md"));

    private static final Set<String> EVERYWHERE = Set.of("--help", "--version", "--no-color");

    private final CommandLine main = Main.commandLine();

    /** Returns a table of the commands, then a section for each. */
    String text() {
        var commands = main.getSubcommands().values().stream().map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden()).toList();
        var text = new StringBuilder("| command | what it does |\n|---|---|\n");
        for (var command : commands) {
            text.append("| [`%s`](#%s) | %s |\n".formatted(command.name(), anchor(command), described(command)));
        }
        commands.forEach(command -> text.append(section(command)));
        return text.toString();
    }

    /** Returns the keys of {@link #MORE} that no command and no option has. */
    Set<String> unknown() {
        var known = new HashSet<String>();
        main.getSubcommands().forEach((name, command) -> {
            known.add(name);
            command.getCommandSpec().options().forEach(option -> known.add(name + " " + option.longestName()));
        });
        return MORE.keySet().stream().filter(key -> !known.contains(key)).collect(Collectors.toSet());
    }

    private static String section(CommandSpec command) {
        var text = new StringBuilder("\n### `muster %s`\n\n%s%s\n".formatted(command.name(), described(command),
                more(command.name())));
        var rows = new ArrayList<String>();
        command.positionalParameters().stream().filter(each -> !each.hidden())
                .forEach(each -> rows.add(row(code(each.paramLabel()) + arity(each), described(each))));
        command.options().stream().filter(each -> !each.hidden() && !EVERYWHERE.contains(each.longestName()))
                .forEach(each -> rows.add(row(names(each), described(each)
                        + more(command.name() + " " + each.longestName()))));
        if (!rows.isEmpty()) {
            text.append("\n| argument | meaning |\n|---|---|\n").append(String.join("", rows));
        }
        return text.toString();
    }

    private static String names(OptionSpec option) {
        var label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        return code(String.join(", ", option.names()) + label);
    }

    private static String arity(ArgSpec argument) {
        return argument.arity().max() > 1 ? ", several" : argument.arity().min() == 0 ? ", optional" : "";
    }

    private static String described(CommandSpec command) {
        return joined(command.usageMessage().description());
    }

    private static String described(ArgSpec argument) {
        return joined(argument.description());
    }

    private static String joined(String... lines) {
        return cell(String.join(" ", lines).strip());
    }

    private static String more(String key) {
        return MORE.containsKey(key) ? " [More](" + MORE.get(key) + ")." : "";
    }

    private static String anchor(CommandSpec command) {
        return "muster-" + command.name();
    }

    private static String row(String first, String second) {
        return "| " + first + " | " + second + " |\n";
    }

    private static String code(String text) {
        return "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("(?<![`\\w*])\\*(?![`*])", "\\\\*");
    }
}
