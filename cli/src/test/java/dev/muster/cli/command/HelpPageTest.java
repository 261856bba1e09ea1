package dev.muster.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HelpPageTest {

    private static final Set<String> COMMANDS = Main.commandLine().getSubcommands().keySet();

    @ParameterizedTest
    @ValueSource(ints = {60, 80})
    void noLineIsTooLongAndNoWordIsBroken(int columns) {
        for (var name : COMMANDS) {
            var words = Objects.requireNonNull(Main.commandLine().getSubcommands().get(name)).getCommandSpec().options()
                    .stream()
                    .flatMap(option -> Arrays.stream(option.description()))
                    .flatMap(text -> Stream.of(text.split(" ", -1))).collect(Collectors.toSet());

            var help = help(name, columns);

            assertThat(help.lines().filter(line -> line.length() > columns && line.strip().contains(" ")
                    && !line.startsWith("  muster"))).as(name).isEmpty();
            assertThat(List.of(help.split("\\s+", -1))).as(name).containsAll(words);
        }
    }

    @Test
    void everyCommandHasExamplesThatParseAndTheExitCodes() {
        for (var name : COMMANDS) {
            var examples = HelpPage.examples(name).lines().skip(1).map(String::strip).toList();

            assertThat(examples).as(name).isNotEmpty();
            for (var example : examples) {
                var words = Pattern.compile("\"[^\"]*\"|\\S+").matcher(example).results()
                        .map(word -> word.group().replace("\"", "")).toList();
                assertThat(Main.commandLine().parseArgs(words.subList(1, words.size()).toArray(String[]::new))
                        .subcommand().commandSpec().name()).as(example).isEqualTo(name);
            }
            assertThat(help(name, 80)).contains("Examples\n  muster ", "Exit codes\n  0 ");
        }
    }

    @Test
    void everyOptionOfRunIsInAGroup() {
        assertThat(Objects.requireNonNull(Main.commandLine().getSubcommands().get("run")).getCommandSpec().options()
                .stream()
                .filter(option -> HelpPage.group("run", option).equals("Other options"))
                .map(CommandLine.Model.OptionSpec::longestName)).containsExactlyInAnyOrder("--help", "--version");
    }

    private static String help(String command, int columns) {
        var bytes = new ByteArrayOutputStream();
        try (var print = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            assertThat(Main.run(new Shell(Path.of("."), Map.of("COLUMNS", String.valueOf(columns)), print, print,
                    Optional::empty, InputStream.nullInputStream()), command, "--help")).isZero();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
