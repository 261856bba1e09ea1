package dev.muster.deploy.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.deploy.init.ProjectTemplate.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectTemplateTest {

    @TempDir
    private Path folder;

    @Test
    void writesAConfigurationAndASuiteIntoAFolderThatItMakes() throws Exception {
        var project = folder.resolve("new/project");

        var outcome = ProjectTemplate.write(project);

        var files = List.of(project.resolve("muster.yaml"), project.resolve("tests/first.jsonl"));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Written.class, written -> {
            assertThat(written.files()).isEqualTo(files);
            assertThat(written.nextSteps()).contains("muster run -i tests/first.jsonl");
        });
        assertThat(files).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }

    @Test
    void overwritesNothingAndNamesWhatIsInTheWay() throws Exception {
        var suite = Files.createDirectories(folder.resolve("tests")).resolve("first.jsonl");
        Files.writeString(suite, "mine");

        var outcome = ProjectTemplate.write(folder);

        assertThat(outcome).isInstanceOfSatisfying(Outcome.InTheWay.class,
                inTheWay -> assertThat(inTheWay.sentence()).contains(suite.toString()));
        assertThat(suite).hasContent("mine");
        assertThat(folder.resolve("muster.yaml")).doesNotExist();
    }
}
