package dev.muster.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.Shell;
import dev.muster.cli.testing.Suites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {

    @TempDir
    private Path folder;

    @Test
    void writesAConfigurationAndASuiteIntoAFolderThatItMakes() throws Exception {
        var project = folder.resolve("new/project");

        var printed = new ByteArrayOutputStream();
        int code;
        try (var print = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            code = Main.run(new Shell(folder, Map.of(), print, print, Optional::empty, InputStream.nullInputStream()),
                    "init", "new/project");
        }

        var files = List.of(project.resolve("muster.yaml"), project.resolve("tests/first.yaml"));
        assertThat(files).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("muster run -i tests/first.yaml");
        assertThat(code).isZero();
    }

    @Test
    void whatItWritesIsSound() throws Exception {
        InitCommand.write(folder);

        var suites = new Suites(folder.resolve("muster.yaml"));
        var cases = suites.read(List.of(folder.resolve("tests/first.yaml")));
        assertThat(suites.faults()).isEmpty();
        assertThat(suites.config().targets().agents()).containsOnlyKeys("shop");
        assertThat(cases).extracting(each -> each.identity().key()).containsExactly("tests/first.yaml#greets",
                "tests/first.yaml#remembers");
    }

    @Test
    void whatItLeavesOutInCommentsIsSoundToo() throws Exception {
        InitCommand.write(folder);
        var config = folder.resolve("muster.yaml");
        var settings = Files.readString(config).replaceAll("(?m)^( *)# (?!yaml-language-server)(?= *[a-z-]+:( |$))",
                "$1");
        Files.writeString(config, settings);

        var suites = new Suites(config);

        assertThat(suites.faults()).isEmpty();
        assertThat(suites.config().targets().agents()).containsOnlyKeys("shop", "my-chat-agent");
        assertThat(suites.config().targets().connectors()).containsOnlyKeys("my-model");
    }

    @Test
    void overwritesNothingAndNamesWhatIsInTheWay() throws Exception {
        var suite = Files.createDirectories(folder.resolve("tests")).resolve("first.yaml");
        Files.writeString(suite, "mine");

        assertThatThrownBy(() -> InitCommand.write(folder)).isInstanceOf(BadInput.class)
                .hasMessageContaining(suite.toString());

        assertThat(suite).hasContent("mine");
        assertThat(folder.resolve("muster.yaml")).doesNotExist();
    }
}
