package dev.muster.system.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

/** Checks that the page's numbers are those of the list; {@code -Dconformance.write=true} writes them anew. */
class ConformancePageTest {

    @Test
    void thePageHasTheNumbersOfTheList() throws IOException {
        var page = Files.readString(ConformancePage.file());
        var current = ConformancePage.with(page, new ConformancePage().numbers());
        if (Boolean.getBoolean("conformance.write")) {
            Files.writeString(ConformancePage.file(), current);
        } else {
            assertThat(page).as("docs/conformance.md is old; run this test with -Dconformance.write=true")
                    .isEqualTo(current);
        }
    }

    @Test
    void theListHasEveryExampleRowAndFailure() throws IOException {
        var list = new ConformancePage().list();
        Files.writeString(Resources.folder("conformance").resolve("../../conformance.md"), list);

        assertThat(list.lines().filter(line -> line.startsWith("| ") && !line.contains("| line |")))
                .hasSize(Example.all().size() + Row.all().size() + Row.entries("failures.yaml").size() + 1);
    }

    @Test
    void everyBlockThatIsNotRunSaysWhy() throws IOException {
        assertThat(Example.all()).hasSize(74)
                .allSatisfy(example -> assertThat(
                        example.isRun() || example.has("excluded") || example.has("note")).as("%s", example).isTrue());
    }

    @Test
    void whatIsRefusedSaysUntilWhen() throws IOException {
        assertThat(new Trials(Example.all()).all()).filteredOn(trial -> !trial.refused().isEmpty())
                .allSatisfy(trial -> assertThat(trial.get("until").asString("")).as(trial.title()).isNotEmpty());
    }

    @Test
    void theIndexNamesNoFileThatIsNotThere() throws IOException {
        assertThat(Example.all().stream().flatMap(ConformancePageTest::files))
                .allSatisfy(file -> assertThat(Resources.folder("conformance").resolve(file)).exists());
    }

    private static Stream<String> files(Example example) {
        var file = example.entry().path("file");
        var all = file.isArray() ? Trials.items(file) : Stream.of(file);
        return all.map(each -> each.asString("")).filter(name -> !name.isEmpty());
    }
}
