package dev.muster.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.report.ExitCode;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/cli.md} to the commands, the variables that the sources read, the exit codes and the statuses. */
class CommandsPageTest {

    private static final String REWRITE = "mvn -q -Dquick -pl system-tests -am package -Dtest=CommandsPageTest -Dgolden=record";
    private static final String BEGIN = "<!-- written from the commands: " + REWRITE + " -->\n";
    private static final String END = "<!-- end of what is written from the commands -->\n";
    private static final Pattern VARIABLE = Pattern.compile("\\bMUSTER_[A-Z_]*[A-Z]\\b");

    /** Variables that Muster sets for its own processes, or that only a checkout has. */
    private static final Set<String> OWN = Set.of("MUSTER_DETACHED", "MUSTER_SUPERVISED", "MUSTER_BENCH_PLAN",
            "MUSTER_AOT_OUTPUT", "MUSTER_MAIN");

    private final Path file = Repository.root().resolve("docs/cli.md");

    @Test
    void thePageHasEveryCommandAndOption() throws IOException {
        var page = Files.readString(file);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        var written = "\n" + new CommandsPage().text() + "\n";
        if ("record".equals(System.getProperty("golden"))) {
            Files.writeString(file, page.substring(0, begin) + written + page.substring(end));
        } else {
            assertThat(page.substring(begin, end)).as("docs/cli.md is out of date; this rewrites it: " + REWRITE)
                    .isEqualTo(written);
        }
    }

    @Test
    void everyLinkBelongsToACommandOrOption() {
        assertThat(new CommandsPage().unknown()).isEmpty();
    }

    @Test
    void thePageHasEveryVariable() throws IOException {
        var read = new TreeSet<>(variables(Files.readString(Repository.root().resolve("muster"))));
        read.addAll(variables(Files.readString(Repository.root().resolve("cli/src/main/resources/logback.xml"))));
        for (var source : Repository.sources()) {
            if (source.toString().contains("/src/main/")) {
                read.addAll(variables(Files.readString(source)));
            }
        }
        read.removeAll(OWN);

        assertThat(new TreeSet<>(variables(Files.readString(file)))).isEqualTo(read);
    }

    @Test
    void thePageHasEveryStatusCauseAndExitCode() throws IOException {
        var page = Files.readString(file);
        var rows = Stream.of(Stream.of(Status.values()).map(Status::wire), Stream.of(Cause.values()).map(Cause::wire))
                .flatMap(names -> names).map(name -> "`" + name + "`");
        var codes = Stream.of(ExitCode.values()).map(code -> "\n| " + code.code() + " | ");

        assertThat(Stream.concat(rows, codes)).allMatch(page::contains);
    }

    private static Set<String> variables(String text) {
        return VARIABLE.matcher(text).results().map(found -> found.group().replaceFirst("_FILE$", ""))
                .collect(Collectors.toSet());
    }
}
