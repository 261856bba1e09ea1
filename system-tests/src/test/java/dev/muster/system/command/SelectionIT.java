package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which cases a command line selects, as commands with their database. */
@MusterProject
final class SelectionIT {

    private final TestProject muster;

    SelectionIT(TestProject muster) {
        this.muster = muster;
    }

    private static final String GOOD = "{\"id\": \"good\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\", \"value\": \"fine\"}]}\n";
    private static final String BAD = "{\"id\": \"bad\", \"input\": \"hello\", \"labels\": {\"team\": \"red\"}, \"assertions\": [{\"type\": \"contains\", \"value\": \"nothing\"}]}\n";

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/", "fine");
    }

    @BeforeEach
    void makeSuite() throws IOException {
        muster.database().update("DELETE FROM case_history");
        muster.write("muster.yaml", "agents: { shop: { protocol: openai, url: '" + muster.agent().url() + "/' } }\n");
        muster.write("s.jsonl", GOOD + BAD);
    }

    private Command only(String... flags) {
        return muster.run(Stream.concat(Stream.of("--dry-run"), Stream.of(flags)).toArray(String[]::new));
    }

    @Test
    void whatFailedLastTimeIsRunAgain() throws IOException {
        assertThat(muster.run().code()).isEqualTo(1);

        var failed = muster.run("--failed");
        assertThat(failed.code()).as(failed.output()).isEqualTo(1);
        assertThat(failed.output()).contains("Only: -k is:failed", "[bad]", "Failed:  1").doesNotContain("[good]");
        assertThat(only("--failed").output()).contains("[bad]", "1 case, nothing was run");

        muster.write("s.jsonl", GOOD + BAD.replace("nothing", "fine"));
        assertThat(muster.run("--failed").code()).isZero();
        assertThat(muster.run("--failed").output())
                .contains("nothing is selected of 2 cases: no case matches -k is:failed", "in the newest whole run, ",
                        "1 result failed or ended in an error, and no case did since; run the whole suite");
        assertThat(muster.run("--failed").code()).isEqualTo(2);

        assertThat(muster.run().code()).isZero();
        var clean = muster.run("--failed");
        assertThat(clean.code()).as(clean.output()).isZero();
        assertThat(clean.output()).contains("nothing failed in " + muster.newest());
        assertThat(muster.type("compare").output()).as("with the whole run, not the one of --failed")
                .contains("Newly passing: 1").doesNotContain("New: ");
        assertThat(muster.run("--failed", "--dry-run").code()).isZero();
        assertThat(muster.run("--failed", "-k", "nowhere").code()).isEqualTo(2);
        assertThat(muster.run("--failed", "-k", "good").code()).isZero();
    }

    @Test
    void thatNothingFailedSaysNothingOfWhatIsNewChangedOrFaulty() throws IOException {
        var fine = BAD.replace("nothing", "fine");
        muster.write("s.jsonl", GOOD + fine);
        assertThat(muster.run().code()).isZero();
        assertThat(muster.run("--failed").code()).isZero();

        muster.write("s.jsonl", GOOD + fine.replace("hello", "hello you") + GOOD.replace("\"good\"", "\"new\""));
        var changed = muster.run("--failed");
        assertThat(changed.code()).as(changed.output()).isEqualTo(2);
        assertThat(changed.output()).contains("2 cases are new or changed since the last verdict, so --failed does not"
                + " select them; run them with -k is:changed");

        muster.write("s.jsonl", GOOD + fine.replace("\"input\"", "\"inptu\""));
        var faulty = muster.run("--failed");
        assertThat(faulty.code()).as(faulty.output()).isEqualTo(2);
        assertThat(faulty.output()).contains("unknown key 'inptu'");
    }

    @Test
    void afterARunOfErrorsFailedSaysWhatToDo() throws IOException {
        muster.write("muster.yaml", "agents: { shop: { protocol: openai, url: 'http://127.0.0.1:1/' } }\n");
        assertThat(muster.run("--retries", "0").code()).isEqualTo(2);

        var failed = muster.run("--failed");

        assertThat(failed.code()).isEqualTo(2);
        assertThat(failed.output()).contains("run the whole suite first, without --failed");
    }

    @Test
    void aModelOfAMatrixIsRunAgainAlone() throws IOException {
        muster.write("muster.yaml", """
                agents: { shop: { protocol: openai, url: '%1$s/' } }
                connectors: { big: { url: '%1$s/', model: big }, small: { url: '%1$s/', model: small } }
                """.formatted(muster.agent().url()));
        var both = muster.run("-c", "big", "-c", "small");
        assertThat(both.code()).as(both.output()).isEqualTo(1);

        assertThat(only("-c", "big", "--failed").output()).contains("[bad]", "1 case, nothing was run");
        muster.write("s.jsonl", GOOD + BAD.replace("nothing", "fine"));
        assertThat(muster.run("-c", "big", "--failed").code()).isZero();
        assertThat(only("-c", "small", "--failed").output()).contains("[bad]", "1 case, nothing was run");
        assertThat(only("-c", "big", "--failed").code()).isEqualTo(2);
    }

    @Test
    void nothingSelectedIsNoSuccessBeforeAWholeRun() throws IOException {
        muster.write("s.jsonl", GOOD);
        muster.write("t.jsonl", GOOD);
        assertThat(muster.run("-k", "good").code()).isZero();

        muster.database().update("UPDATE runs SET whole = false");
        var part = muster.run("--failed");
        assertThat(part.code()).as(part.output()).isEqualTo(2);
        assertThat(part.output()).contains("no whole run of these inputs has ended yet");
    }

    @Test
    void whatChangedSinceItsVerdictIsRun() throws IOException {
        var all = muster.run("-k", "is:changed");
        assertThat(all.code()).as(all.output()).isEqualTo(1);
        assertThat(all.output()).contains("warning: -k: nothing is known yet about shop", "[bad]", "Passed:  1");
        assertThat(only("-k", "is:changed").code()).isEqualTo(2);

        muster.write("s.jsonl", "\n" + GOOD.replace("hello", "hello you") + BAD + GOOD.replace("\"good\"", "\"new\""));
        assertThat(only("-k", "is:changed").output()).contains("[good]", "[new]", "2 cases, nothing was run");
        assertThat(only("-k", "!is:changed").output()).contains("[bad]", "1 case, nothing was run");
    }

    @Test
    @Tag("slow")
    void casesOfSeveralAgentsKeepTheirOwnVerdicts() throws IOException {
        muster.write("muster.yaml", """
                agents:
                  shop: { protocol: openai, url: '%1$s/' }
                  bank: { protocol: openai, url: '%1$s/' }
                """.formatted(muster.agent().url()));
        muster.write("s.jsonl", GOOD.replace("{\"id\"", "{\"agent\": \"shop\", \"id\"")
                + BAD.replace("{\"id\"", "{\"agent\": \"bank\", \"id\""));
        assertThat(muster.run().code()).isEqualTo(1);

        assertThat(only("--failed").output()).contains("[bad]", "1 case, nothing was run");
        assertThat(muster.database().list(
                "SELECT split_part(agent, E'\\n', 1), key, status FROM case_history ORDER BY key",
                row -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3)))
                .containsExactly("bank s.jsonl#bad failed", "shop s.jsonl#good passed");
        assertThat(only("-k", "is:changed").code()).isEqualTo(2);
    }

    @Test
    @Tag("slow")
    void aPartOfASuiteIsStoredAsOne() {
        assertThat(muster.run("-k", "label:team=red", "--shard", "1/1").output())
                .contains("Only: -k label:team=red --shard 1/1");
        assertThat(part()).isEqualTo("-k label:team=red --shard 1/1");
        assertThat(muster.type("run", "-i", muster.file("s.jsonl") + "#good", "--config", muster.file("muster.yaml"))
                .code()).isZero();
        assertThat(part()).isEqualTo("-i " + muster.file("s.jsonl") + "#good");
        muster.run();
        assertThat(part()).isEmpty();
    }

    private String part() {
        return muster.database()
                .list("SELECT coalesce(settings #>> '{about,part}', '') FROM runs WHERE run_id = @run",
                        row -> row.getString(1), "run", muster.newest())
                .getFirst();
    }

    @Test
    void everyWrongFlagIsToldBeforeAnythingRuns() {
        var wrong = muster.run("-k", "is:fail", "-k", "/(/", "--shard", "9/4");

        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.output()).contains("-k is:fail: ", "-k /(/: ", "--shard 9/4: ");
    }

    @Test
    void shardsAreTheWholeSuite() {
        assertThat(Stream.of("1/3", "2/3", "3/3").map(shard -> only("--shard", shard).output())
                .mapToInt(output -> output.contains("[good]") ? 1 : 0).sum()).isEqualTo(1);
    }

    @Test
    void aShardWithoutACaseIsRight() throws IOException {
        muster.write("s.jsonl", GOOD);
        var shards = Stream.of("1/2", "2/2").map(shard -> muster.run("--shard", shard)).toList();
        var none = muster.run("--shard", "1/2", "-k", "nosuch");

        assertThat(shards).extracting(Command::code).containsExactly(0, 0);
        assertThat(shards).extracting(Command::output).anyMatch(output -> output.contains("Passed:  1"))
                .anyMatch(output -> output.contains(
                        "/2 has no case: the only selected case is in another shard; so there is nothing to run"));
        assertThat(none.code()).as(none.output()).isEqualTo(2);
    }

    @Test
    void validateSelectsToo() throws IOException {
        muster.write("s.jsonl", GOOD + "{\"id\": \"broken\", \"input\": 7}\n");

        assertThat(muster.type("validate", muster.file("s.jsonl"), "--config", muster.file("muster.yaml"), "-k", "good")
                .output())
                .contains("1 case read, 0 faults");
        assertThat(muster.type("validate", muster.file("s.jsonl"), "-k", "is:failed").code()).isEqualTo(2);
    }
}
