package dev.muster.deploy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every row of the documents' tables names a test that is there, and the page says which. */
class RowsTest {

    private final TestSources sources;

    RowsTest() throws IOException {
        sources = TestSources.read();
    }

    @Test
    void everyRowNamesATestThatIsThereOrSaysWhyNot() {
        assertThat(Row.all().stream().flatMap(this::faults)).isEmpty();
    }

    @Test
    void everyFailureNamesATestThatIsThere() {
        assertThat(Row.entries("failures.yaml").stream().flatMap(each -> missing(Row.tests(each),
                each.path("failure").asString()))).isEmpty();
    }

    @Test
    void thePageHasEveryRow() throws IOException {
        var seeds = Row.all().stream().collect(Collectors.groupingBy(Row::seed, LinkedHashMap::new,
                Collectors.toList()));

        new PageSection("rows").matches(seeds.entrySet().stream()
                .map(seed -> table(seed.getKey(), seed.getValue())).collect(Collectors.joining()));
    }

    @Test
    void thePageHasEveryFailure() throws IOException {
        new PageSection("failures").matches(Row.entries("failures.yaml").stream().map(this::line)
                .collect(Collectors.joining("", "\n| failure | what it comes to | test |\n|---|---|---|\n", "\n")));
    }

    private Stream<String> faults(Row row) {
        var name = row.seed() + ":" + row.line() + " " + row.row();
        boolean open = row.later() == null && row.excluded() == null;
        if (open == row.tests().isEmpty()) {
            return Stream.of(name + (open ? ": no test" : ": a test, and a reason for none"));
        }
        return open ? missing(row.tests(), name) : Stream.of();
    }

    private Stream<String> missing(List<String> tests, String name) {
        return tests.isEmpty() ? Stream.of(name + ": no test")
                : tests.stream().filter(test -> sources.find(test).isEmpty()).map(test -> name + ": no " + test);
    }

    private String table(String seed, List<Row> rows) {
        return rows.stream().map(this::line).collect(Collectors.joining("",
                "\n### `" + seed + "`\n\n| line | table | row | meaning | test |\n|---|---|---|---|---|\n", "\n"));
    }

    private String line(Row row) {
        var shown = row.later() != null ? "later: " + row.later()
                : row.excluded() != null ? "excluded: " + row.excluded() : links(row.tests());
        return "| " + row.line() + " | " + cell(row.table()) + " | " + code(row.row()) + " | " + cell(row.meaning())
                + " | " + shown + " |\n";
    }

    private String line(JsonNode failure) {
        return "| " + cell(failure.path("failure").asString()) + " | " + code(failure.path("message").asString())
                + " | " + links(Row.tests(failure)) + " |\n";
    }

    private String links(List<String> tests) {
        return tests.stream().map(test -> "[" + test.replace('#', ' ') + "](../" + sources.find(test)
                .map(path -> path.toString().replace('\\', '/')).orElse("") + ")").collect(Collectors.joining(", "));
    }

    private static String code(String text) {
        return "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
