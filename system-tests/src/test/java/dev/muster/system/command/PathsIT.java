package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that paths mean the folder of the shell, and that no file of a folder goes untested in silence. */
@MusterProject
final class PathsIT {

    private final TestProject muster;

    PathsIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.agent().saying("/well", "fine");
        Files.createDirectories(muster.folder().resolve("here/t"));
        muster.write("muster.yaml",
                "agents: { well: { protocol: openai, url: \"" + muster.agent().url() + "/${ENV.PLACE}\" } }\n");
        muster.write("here/env", "\uFEFFPLACE=well\n");
        muster.write("here/t/s.jsonl", "{\"id\": \"a\", \"input\": \"1\"}\n");
    }

    private Command here(String... words) {
        return Command.typeIn(muster.folder().resolve("here"), muster.home(), Map.of(), words);
    }

    @Test
    void everyOptionsPathIsTheShells() {
        var run = here("run", "-i", "t", "--config", "../muster.yaml", "--env-file", "env", "-o", "r.json", "-o",
                "new/r.xml");
        var report = here("report", "-o", "../r.md");
        var compared = here("compare", muster.newest(), muster.newest() + ":0", "-o", "c.json");
        var dry = here("run", "-i", "t", "--env-file", "env", "--dry-run", "-o", "cases.jsonl");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(report.code()).as(report.output()).isZero();
        assertThat(compared.output()).contains("compared with itself");
        assertThat(dry.output()).contains("1 case written to ");
        assertThat(List.of("here/r.json", "here/new/r.xml", "r.md", "here/cases.jsonl"))
                .allSatisfy(name -> assertThat(muster.folder().resolve(name)).exists());
    }

    @Test
    void aFileOfAFolderThatIsNotReadIsNamed() throws IOException {
        muster.write("here/t/data.json", "{\"id\": 1, \"question\": \"x\"}");

        var told = "muster: skipped, because these are not suites: t/data.json (muster validate FILE says what one lacks)";
        var run = here("run", "-i", "t", "--env-file", "env");
        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains(told);
        assertThat(here("validate", "t").output()).contains(told, "1 case read, 0 faults");
        assertThat(here("validate", "t", "--strict").output()).contains("t/data.json:1:1: this is not a suite",
                "2 faults");
        muster.write("here/t/package.json", "{\"name\": \"x\"}");
        muster.write("here/t/refers.jsonl", "{\"id\": \"b\", \"input\": \"hi\", "
                + "\"assertions\": [{\"schema\": \"file://data.json\"}]}");
        assertThat(here("validate", "t/refers.jsonl", "t", "--strict").output()).doesNotContain("data.json:");
        assertThat(here("validate", "t/data.json").output()).contains("unknown key 'question'; did you mean 'input'?");
    }

    @Test
    void aFolderWhoseOnlyCaseIsMisspeltIsAFault() throws IOException {
        muster.write("here/t/s.jsonl", "");
        muster.write("here/t/only.json", "{\"id\": \"a\", \"inptu\": \"x\"}");

        for (var command : List.of(here("validate", "t"), here("run", "-i", "t", "--env-file", "env"))) {
            assertThat(command.code()).isEqualTo(2);
            assertThat(command.output()).contains("t/only.json:1:13: unknown key 'inptu'; did you mean 'input'?");
        }
    }

    /** The case's time limit does not end what is waited for; the line says what does. */
    @Test
    @Tag("slow")
    void aBusyAgentIsGivenUpAfterMaxWaitAndTheLineSaysSo() throws IOException {
        muster.agent().busy("/well");
        muster.write("muster.yaml",
                Files.readString(muster.folder().resolve("muster.yaml")) + "retry: { max_wait: 2s }\n");

        var run = here("run", "-i", "t", "--env-file", "env", "--timeout", "1s", "--retries", "0");

        assertThat(run.output()).contains("for up to 2s ('retry.max_wait' in muster.yaml), retry in ", "HTTP 429",
                "for 2s");
        assertThat(run.code()).isEqualTo(2);
    }
}
