package dev.muster.deploy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of examples says what the index says; {@code -Dconformance.write=true} writes it anew. */
class ConformancePageTest {

    @Test
    void thePageTellsWhatTheIndexTells() throws IOException {
        var section = new ConformancePage(Example.all()).section();
        if (Boolean.getBoolean("conformance.write")) {
            ConformancePage.write(ConformancePage.file(), section);
        }

        assertThat(ConformancePage.section(Files.readString(ConformancePage.file())))
                .as("docs/conformance.md is old; run this test with -Dconformance.write=true").isEqualTo(section);
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
