package dev.muster.deploy.init;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.deploy.Suites;
import dev.muster.deploy.init.ProjectTemplate.Outcome;
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
    void whatItWritesIsSound() throws Exception {
        ProjectTemplate.write(folder);

        var suites = new Suites(folder.resolve("muster.yaml"));
        var cases = suites.read(List.of(folder.resolve("tests/first.jsonl")));
        assertThat(suites.faults()).isEmpty();
        assertThat(suites.config().targets().agents()).containsOnlyKeys("my-agent");
        assertThat(cases).extracting(each -> each.identity().key()).containsExactly("tests/first.jsonl#greets",
                "tests/first.jsonl#remembers");
    }

    @Test
    void whatItLeavesOutInCommentsIsSoundToo() throws Exception {
        ProjectTemplate.write(folder);
        var config = folder.resolve("muster.yaml");
        var settings = Files.readString(config).replaceAll("(?m)^( *)# (?= *[a-z-]+:( |$))", "$1");
        Files.writeString(config, settings);

        var suites = new Suites(config);

        assertThat(suites.faults()).isEmpty();
        assertThat(suites.config().targets().agents()).containsOnlyKeys("my-agent", "my-chat-agent");
        assertThat(suites.config().targets().connectors()).containsOnlyKeys("my-model");
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
