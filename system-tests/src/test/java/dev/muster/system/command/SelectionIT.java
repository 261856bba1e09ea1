package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which cases a command line selects, as commands with their database. */
final class SelectionIT extends TypedRuns {

    private static final String GOOD = "{\"id\": \"good\", \"input\": \"hello\", \"assertions\": [{\"type\": \"contains\", \"value\": \"fine\"}]}\n";
    private static final String BAD = "{\"id\": \"bad\", \"input\": \"hello\", \"labels\": {\"team\": \"red\"}, \"assertions\": [{\"type\": \"contains\", \"value\": \"nothing\"}]}\n";

    @BeforeAll
    static void tellTheAgent() {
        agent.saying("/", "fine");
    }

    @BeforeEach
    void makeSuite() throws IOException {
        database.database().update("DELETE FROM case_history");
        write("muster.yaml", "agents: { shop: { protocol: openai, url: '" + agent.url() + "/' } }\n");
        write("s.jsonl", GOOD + BAD);
    }

    private Command only(String... flags) {
        return run(Stream.concat(Stream.of("--dry-run"), Stream.of(flags)).toArray(String[]::new));
    }

    @Test
    void whatFailedLastTimeIsRunAgain() throws IOException {
        assertThat(run().code()).isEqualTo(1);

        var failed = run("--failed");
        assertThat(failed.code()).as(failed.output()).isEqualTo(1);
        assertThat(failed.output()).contains("Only: -k is:failed", "[bad]", "Failed:  1").doesNotContain("[good]");
        assertThat(only("--failed").output()).contains("[bad]", "1 case, nothing was run");

        write("s.jsonl", GOOD + BAD.replace("nothing", "fine"));
        assertThat(run("--failed").code()).isZero();
        assertThat(run("--failed").output()).contains("nothing is selected of 2 cases: no case matches -k is:failed");
        assertThat(run("--failed").code()).isEqualTo(2);
    }

    @Test
    void whatChangedSinceItsVerdictIsRun() throws IOException {
        var all = run("-k", "is:changed");
        assertThat(all.code()).as(all.output()).isEqualTo(1);
        assertThat(all.output()).contains("warning: -k: nothing is known yet of shop", "[bad]", "Passed:  1");
        assertThat(only("-k", "is:changed").code()).isEqualTo(2);

        write("s.jsonl", "\n" + GOOD.replace("hello", "hello you") + BAD + GOOD.replace("\"good\"", "\"new\""));
        assertThat(only("-k", "is:changed").output()).contains("[good]", "[new]", "2 cases, nothing was run");
        assertThat(only("-k", "!is:changed").output()).contains("[bad]", "1 case, nothing was run");
    }

    @Test
    void casesOfSeveralAgentsKeepTheirOwnVerdicts() throws IOException {
        write("muster.yaml", """
                agents:
                  shop: { protocol: openai, url: '%1$s/' }
                  bank: { protocol: openai, url: '%1$s/' }
                """.formatted(agent.url()));
        write("s.jsonl", GOOD.replace("{\"id\"", "{\"agent\": \"shop\", \"id\"")
                + BAD.replace("{\"id\"", "{\"agent\": \"bank\", \"id\""));
        assertThat(run().code()).isEqualTo(1);

        assertThat(only("--failed").output()).contains("[bad]", "1 case, nothing was run");
        assertThat(database.database().list("SELECT agent, key, status FROM case_history ORDER BY key",
                row -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3)))
                .containsExactly("bank s.jsonl#bad failed", "shop s.jsonl#good passed");
        assertThat(only("-k", "is:changed").code()).isEqualTo(2);
    }

    @Test
    void aPartOfASuiteIsStoredAsOne() {
        assertThat(run("-k", "label:team=red", "--shard", "1/1").output())
                .contains("Only: -k label:team=red --shard 1/1");
        assertThat(part()).isEqualTo("-k label:team=red --shard 1/1");
        assertThat(type("run", "-i", file("s.jsonl") + "#good", "--config", file("muster.yaml")).code()).isZero();
        assertThat(part()).isEqualTo("-i " + file("s.jsonl") + "#good");
        run();
        assertThat(part()).isEmpty();
    }

    private static String part() {
        return database.database()
                .list("SELECT coalesce(settings #>> '{about,part}', '') FROM runs WHERE run_id = @run",
                        row -> row.getString(1), "run", newest())
                .getFirst();
    }

    @Test
    void everyWrongFlagIsToldBeforeAnythingRuns() {
        var wrong = run("-k", "is:fail", "-k", "/(/", "--shard", "9/4");

        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.output()).contains("-k is:fail: ", "-k /(/: ", "--shard 9/4: ");
    }

    @Test
    void shardsAreTheWholeSuite() {
        assertThat(Stream.of("1/3", "2/3", "3/3").map(shard -> only("--shard", shard).output())
                .mapToInt(output -> output.contains("[good]") ? 1 : 0).sum()).isEqualTo(1);
    }

    @Test
    void validateSelectsToo() throws IOException {
        write("s.jsonl", GOOD + "{\"id\": \"broken\", \"input\": 7}\n");

        assertThat(type("validate", file("s.jsonl"), "--config", file("muster.yaml"), "-k", "good").output())
                .contains("1 case read, 0 faults");
        assertThat(type("validate", file("s.jsonl"), "-k", "is:failed").code()).isEqualTo(2);
    }
}
