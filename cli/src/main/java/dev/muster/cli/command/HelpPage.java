package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.files.BuildFile;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Lays out {@code --help}: options in groups, examples, exit codes, wrapped between words. Groups and examples are in
 * {@code help.txt}.
 */
public final class HelpPage {

    /** Where descriptions begin. */
    private static final int COLUMN = 26;
    private static final int NARROWEST = 55;
    private static final int WIDEST = 100;
    private static final String OTHERS = "Other options";

    private HelpPage() {}

    /** Replaces picocli's layout of a command; its texts are read when they are shown. */
    public static void lay(String name, CommandLine command, Map<String, String> environment) {
        int width = width(environment);
        command.getCommandSpec().usageMessage().abbreviateSynopsis(true).commandListHeading("").width(width);
        var sections = command.getHelpSectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, help -> wrapped(
                String.join(" ", help.commandSpec().usageMessage().description()), 0, width));
        sections.put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> help.commandSpec().positionalParameters()
                .stream().map(parameter -> row(parameter.paramLabel(), description(parameter), width))
                .collect(Collectors.joining()));
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                help -> options(groups(name), help.commandSpec().options(), width));
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> help.subcommands().isEmpty() ? ""
                : "\nCommands\n" + help.subcommands().entrySet().stream()
                        .filter(each -> !each.getValue().commandSpec().usageMessage().hidden())
                        .map(each -> row(each.getKey(),
                                String.join(" ", each.getValue().commandSpec().usageMessage().description()), width))
                        .collect(Collectors.joining()));
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> "\n" + examples(name) + "\n"
                + part("exit codes").collect(Collectors.joining("\n")) + "\n");
    }

    /** Returns the examples of a command, as lines. */
    static String examples(String name) {
        return Stream.concat(Stream.of("Examples"), part(name).filter(line -> line.startsWith("  muster")))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the title of the group that an option is listed in. */
    static String group(String name, OptionSpec option) {
        return group(groups(name), option);
    }

    private static String group(Map<String, Set<String>> groups, OptionSpec option) {
        return groups.entrySet().stream()
                .filter(group -> Arrays.stream(option.names()).anyMatch(group.getValue()::contains))
                .map(Map.Entry::getKey).findFirst().orElse(groups.isEmpty() ? "Options" : OTHERS);
    }

    private static Map<String, Set<String>> groups(String name) {
        var groups = new LinkedHashMap<String, Set<String>>();
        part(name).filter(line -> line.contains(": -")).forEach(line -> {
            int colon = line.indexOf(':');
            groups.put(line.substring(0, colon),
                    new LinkedHashSet<>(List.of(line.substring(colon + 2).split(" ", -1))));
        });
        return groups;
    }

    private static String options(Map<String, Set<String>> groups, List<OptionSpec> options, int width) {
        var pages = new LinkedHashMap<String, StringBuilder>();
        groups.keySet().forEach(title -> pages.put(title, new StringBuilder()));
        for (var option : options) {
            if (!option.hidden()) {
                var label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                pages.computeIfAbsent(group(groups, option), _ -> new StringBuilder())
                        .append(row((option.shortestName().length() > 2 ? "    " : "")
                                + String.join(", ", option.names()) + label, description(option), width));
            }
        }
        return pages.entrySet().stream().filter(page -> !page.getValue().isEmpty())
                .map(page -> "\n" + page.getKey() + "\n" + page.getValue()).collect(Collectors.joining());
    }

    private static String description(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    private static String row(String label, String description, int width) {
        var text = wrapped(description, COLUMN, width);
        return label.length() > COLUMN - 4 ? "  " + label + "\n" + text
                : "  " + label + text.substring(Math.min(text.length(), 2 + label.length()));
    }

    /** Wraps between words only; a longer word has a line of its own. */
    private static String wrapped(String text, int indent, int width) {
        var lines = new StringBuilder();
        var line = new StringBuilder(" ".repeat(indent));
        for (var word : text.split(" ", -1)) {
            if (line.length() > indent && line.length() + 1 + word.length() > width) {
                lines.append(line).append('\n');
                line.setLength(indent);
            }
            line.append(line.length() > indent ? " " : "").append(word);
        }
        return lines.append(line).append('\n').toString();
    }

    private static int width(Map<String, String> environment) {
        try {
            return Math.clamp(Integer.parseInt(environment.getOrDefault("COLUMNS", "80")), NARROWEST, WIDEST);
        } catch (NumberFormatException e) {
            return 80;
        }
    }

    /** Returns the lines of a part of {@code help.txt}. */
    private static Stream<String> part(String name) {
        return BuildFile.text("/help.txt").lines().dropWhile(line -> !line.equals("== " + name)).skip(1)
                .takeWhile(line -> !line.startsWith("== ")).filter(line -> !line.isBlank());
    }
}
