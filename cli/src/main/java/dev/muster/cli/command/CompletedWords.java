package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.session.Shell;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.suite.input.InputResolver;
import dev.muster.coordinator.suite.input.SuitePaths;
import dev.muster.coordinator.suite.project.ProjectReader;
import dev.muster.coordinator.suite.project.UserConfig;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Completes the last word of a command line for the scripts of {@code muster completion}: commands, options, and values
 * by the label of their option or parameter. Starts no database, and prints nothing when something is wrong.
 */
public record CompletedWords(CommandLine root, Shell shell) {

    public static final String COMMAND = "complete-words";

    private static final int MOST = 1_000;

    /** Prints the words, each with a tab and its description where it has one; returns 1 when there is none. */
    public int print(List<String> line) {
        try {
            var words = words(line).filter(word -> word.startsWith(line.getLast()) && isPlain(word)).limit(MOST)
                    .toList();
            words.forEach(shell.out()::println);
            return words.isEmpty() ? 1 : 0;
        } catch (IOException | RuntimeException e) {
            return 1; // a message would end up in the middle of the line that is being typed
        }
    }

    private Stream<String> words(List<String> line) throws IOException {
        if (line.size() == 1) {
            return root.getSubcommands().entrySet().stream()
                    .map(each -> each.getKey() + "\t"
                            + each.getValue().getCommandSpec().usageMessage().description()[0]);
        }
        var command = Objects.requireNonNull(root.getSubcommands().get(line.getFirst())).getCommandSpec();
        return line.getLast().startsWith("-") ? command.options().stream().filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names()).map(name -> name + "\t" + option.description()[0]))
                : values(label(command, line.get(line.size() - 2)), line.getLast());
    }

    private static String label(CommandSpec command, String previous) {
        var option = command.findOption(previous);
        return option != null && option.arity().max() > 0 ? option.paramLabel()
                : command.positionalParameters().isEmpty() ? ""
                        : command.positionalParameters().getFirst().paramLabel();
    }

    private Stream<String> values(String label, String begun) throws IOException {
        var folder = shell.folder().toAbsolutePath().normalize();
        var mine = UserConfig.read(shell.environment());
        var config = new ProjectReader(folder, mine).read(null).config();
        var agents = config.targets().agents().keySet().stream();
        return switch (label) {
            case "RUN", "RUN|FILE", "RUN[:CELL]" -> Stream.concat(Stream.of("last", "last~1"),
                    LocalDatabase.recentRuns(Home.of(shell.environment())).stream());
            case "PROJECT" -> LocalDatabase.recentProjects(Home.of(shell.environment())).stream();
            case "AGENT", "REF" -> agents;
            case "agents:ID" -> agents.map("agents:"::concat);
            case "CONNECTOR" -> config.targets().connectors().keySet().stream();
            case "INPUT", "PATH" -> begun.contains("#") ? cases(begun.substring(0, begun.indexOf('#')), mine)
                    : new InputResolver(folder, new SuitePaths(folder, folder), false).suites().stream();
            default -> Stream.empty();
        };
    }

    private Stream<String> cases(String file, UserConfig mine) throws IOException {
        var words = new ArrayList<String>();
        try (var suite = Suite.read(RunOptions.of(List.of(file)).of(mine), shell.folder(), false);
                var cases = suite.spool().read()) {
            cases.forEachRemaining(each -> words.add(file + "#" + each.testCase().identity().id()));
        }
        return words.stream();
    }

    /** Whether a shell takes the word as it is: names of files and cases can hold commands. */
    private static boolean isPlain(String word) {
        return word.codePoints().takeWhile(sign -> sign != '\t')
                .allMatch(sign -> Character.isLetterOrDigit(sign) || "._/#~@%+,:-".indexOf(sign) >= 0);
    }
}
