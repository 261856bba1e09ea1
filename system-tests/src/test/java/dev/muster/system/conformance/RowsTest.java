package dev.muster.system.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

/** Checks that every row of the documents' tables names an existing test, or says why it has none. */
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
}
