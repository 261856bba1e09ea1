package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that commands look at the runs of their project. */
@MusterProject
final class ProjectsIT {

    private static final AtomicReference<String> ANSWER = new AtomicReference<>("fine");

    private final TestProject muster;

    ProjectsIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/", ANSWER::get);
    }

    @BeforeEach
    void forget() {
        ANSWER.set("fine");
        muster.database().update("DELETE FROM case_history");
        muster.database().update("UPDATE runs SET whole = false, project = 'gone',"
                + " settings = replace(settings::text, '\"project\":', '\"project_before\":')::json");
    }

    private Command in(String project, String... words) {
        return in(project, Map.of(), words);
    }

    private Command in(String project, Map<String, String> environment, String... words) {
        return Command.typeIn(muster.folder().resolve(project), muster.home(), environment, words);
    }

    private void project(String name, String more) throws IOException {
        Files.createDirectories(muster.folder().resolve(name).resolve("tests"));
        muster.write(name + "/muster.yaml", more + "agents: { shop: { protocol: openai, url: '" + muster.agent().url()
                + "/' } }\n");
        muster.write(name + "/tests/s.jsonl",
                "{\"id\": \"polite\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\", \"value\": \"fine\"}]}\n");
    }

    private String run(String project, String... words) {
        return run(project, Map.of(), words);
    }

    private String run(String project, Map<String, String> environment, String... words) {
        var ran = in(project, environment,
                Stream.concat(Stream.of("run", "-i", "tests"), Stream.of(words)).toArray(String[]::new));
        assertThat(ran.code()).as(ran.output()).isLessThan(2);
        return muster.newest();
    }

    @Test
    void outsideAProjectTheListSaysThatItHasEveryProject() throws IOException {
        project("a", "");
        var id = run("a");
        Files.createDirectories(muster.folder().resolve("none"));
        var note = "there is no muster.yaml in this folder or above it, so these are the runs of every project";

        assertThat(in("none", "runs").output()).contains(note, id);
        assertThat(in("none", "runs", "--all").output()).contains(id).doesNotContain(note);
        assertThat(in("a", "runs").output()).contains(id).doesNotContain(note);
    }

    private void asBeforeProjects() {
        muster.database().update("UPDATE runs SET project = NULL,"
                + " settings = replace(settings::text, '\"project\":', '\"project_before\":')::json"
                + " WHERE project <> 'gone'");
        muster.database().update("DELETE FROM case_history WHERE project LIKE '%/b'"); // one row had both
        muster.database().update("UPDATE case_history SET project = NULL, agent = split_part(agent, E'\\n', 1)");
    }

    @Test
    void commandsLookAtTheRunsOfTheirFolder() throws IOException {
        project("a", "");
        project("b", "");
        var first = run("a");
        var other = run("b");
        ANSWER.set("no");
        run("a");
        ANSWER.set("fine");
        run("a");
        ANSWER.set("no");
        var failing = run("a");

        assertThat(in("b", "report").output()).contains(other).doesNotContain(failing);
        assertThat(in("b", "runs").output()).contains(other).doesNotContain(failing, first, "PROJECT");
        assertThat(in("b", "runs", "--all").output()).contains(other, failing, first, "PROJECT", " a\n", " b\n");
        assertThat(in("b", "runs", "--project", muster.folder().resolve("a").toString()).output())
                .contains(failing, first).doesNotContain(other);
        assertThat(in("a", "compare").output()).contains("Newly failing: 1");
        assertThat(in("a", "flaky").output()).contains("polite");
        assertThat(in("b", "flaky").output()).contains("no case was flaky");
        assertThat(in("b", "flaky", "--all").output()).contains("polite");
        assertThat(in("b", "run", "-i", "tests", "--failed").output()).contains("nothing failed in " + other);
        assertThat(in("b", "report", failing).output()).as("an id is one of any project").contains(failing);
        assertThat(in("b", "runs", "--all", "--project", "x").code()).isEqualTo(2);
    }

    @Test
    void aProjectWithoutARunSaysSo() throws IOException {
        project("a", "");
        project("b", "");
        run("a");

        assertThat(in("b", "report").code()).isEqualTo(2);
        assertThat(in("b", "report").output()).contains("no run of project ", "--all shows every project");
        assertThat(in("b", "runs").output()).contains("no run of project ");
        assertThat(in("b", "report", "--all").code()).isZero();
    }

    @Test
    void aNameHoldsInEveryFolderAndGoesBeforeTheLabel() throws IOException {
        project("a", "project: the shop\n");
        project("b", "project: the shop\n");
        run("a");
        ANSWER.set("no");
        var ran = in("b", Map.of("GITHUB_ACTIONS", "true", "GITHUB_REPOSITORY", "octo/shop"), "run", "-i", "tests");

        assertThat(ran.output()).contains("Newly failing");
        assertThat(
                muster.database().list("SELECT project FROM runs WHERE run_id = @run", row -> row.getString(1), "run",
                        muster.newest()))
                .containsExactly("the shop");
        assertThat(in("a", "report").output()).contains(muster.newest());
    }

    @Test
    void theLabelOfACiSystemIsTheProject() throws IOException {
        project("a", "");
        project("b", "");
        var ci = Map.of("GITHUB_ACTIONS", "true", "GITHUB_REPOSITORY", "octo/shop");
        var run = run("a", ci);

        assertThat(in("b", ci, "report").output()).contains(run);
        assertThat(in("a", "runs").output()).contains("no run of project ");
        assertThat(in("a", "runs", "--project", "octo/shop").output()).contains(run);
    }

    @Test
    void runsOfBeforeAreReadUntilTheProjectHasItsOwn() throws IOException {
        project("a", "");
        project("b", "");
        var theirs = run("b");
        var old = run("a");
        asBeforeProjects();

        assertThat(in("a", "report").output()).contains(old,
                "project a has no run of its own yet; these are runs of its suites from before");
        assertThat(in("a", "runs").output()).contains(old).doesNotContain(theirs);
        assertThat(in("a", "run", "-i", "tests", "--failed").output()).contains("nothing failed in " + old);
        ANSWER.set("no");
        var first = in("a", "run", "-i", "tests");
        assertThat(first.output()).contains("Project a has no earlier run of its own: compared with " + old,
                "Newly failing");
        assertThat(in("a", "run", "-i", "tests").output()).contains("Still failing")
                .doesNotContain("no earlier run of its own");
        assertThat(in("a", "runs").output()).doesNotContain(old, "from before");
    }

    @Test
    void aWrongNameIsAFaultWithItsPlace() throws IOException {
        project("a", "project: \"a\\u200bb\"\n");

        var refused = in("a", "run", "-i", "tests");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output())
                .contains("muster.yaml:1:10: the name of a project has the invisible character U+200B");
    }

    @Test
    void withoutAConfigurationEveryRunIsLookedAt() throws IOException {
        project("a", "");
        Files.createDirectories(muster.folder().resolve("empty"));
        var run = run("a");

        assertThat(in("empty", "report").output()).contains(run);
        assertThat(in("empty", "runs").output()).contains(run);
    }
}
