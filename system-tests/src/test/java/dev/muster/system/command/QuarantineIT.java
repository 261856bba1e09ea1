package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests cases that must not decide a build, as commands: muted, skipped, expired, and those that are just broken. */
final class QuarantineIT extends TypedRuns {

    @BeforeAll
    static void tellTheAgent() {
        agent.saying("/", "fine");
    }

    @BeforeEach
    void makeSuite() throws IOException {
        database.database().update("DELETE FROM case_history");
        write("s.jsonl", """
                {"id": "good", "input": "hello", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "bad", "input": "hello", "assertions": [{"type": "contains", "value": "nothing"}]}
                """);
    }

    private void quarantine(String... entries) throws IOException {
        write("muster.yaml", "agents: { shop: { protocol: openai, url: '" + agent.url() + "/' } }\nquarantine: ["
                + String.join(", ", entries) + "]\n");
    }

    private static String entry(String cases, String mode, String expires) {
        return "{ case: '" + cases + "', mode: " + mode + ", owner: Ann, reason: it wobbles, expires: " + expires
                + " }";
    }

    @Test
    void aMutedCaseIsRunAndFailsNoBuild() throws IOException {
        quarantine(entry("s.jsonl#b*", "mute", "2199-01-01"));

        var run = run("-o", file("r.jsonl"), "-o", file("r.xml"));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("muted, failed", "Muted: it wobbles (quarantined until 2199-01-01, Ann)",
                "Skipped: 1 (muted 1)", "Passed:  1");
        var bad = result("bad");
        assertThat(bad.at("/status").asString()).isEqualTo("skipped");
        assertThat(bad.at("/cause").asString()).isEqualTo("muted");
        assertThat(bad.at("/muted/status").asString()).isEqualTo("failed");
        assertThat(bad.at("/response").asString()).isEqualTo("fine");
        assertThat(Files.readString(project.resolve("r.xml"))).contains("<skipped type=\"muted\" message=\"muted: it "
                + "wobbles", "it would have failed (assertion)").doesNotContain("<failure");
        assertThat(history()).containsExactly("bad failed 1", "good passed 0");
    }

    @Test
    void aCaseThatIsLeftOutIsNotRun() throws IOException {
        quarantine(entry("s.jsonl#bad", "skip", "2199-01-01"));

        var run = run("--repeat", "2", "--stop-repeats", "-o", file("r.jsonl"));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("Passed:  2", "Skipped: 2", "it wobbles (quarantined until 2199-01-01, Ann)");
        assertThat(result("bad").has("response")).isFalse();
    }

    @Test
    void anEntryThatExpiredHoldsNoLonger() throws IOException {
        quarantine(entry("s.jsonl#bad", "mute", "2020-01-01"));

        var run = run();

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("muster.yaml:2: the quarantine of s.jsonl#bad (Ann) expired on 2020-01-01");
    }

    @Test
    void aCaseThatAlwaysFailsIsNoFlake() throws IOException {
        quarantine(entry("s.jsonl#*", "mute", "2199-01-01"));
        for (int i = 0; i < 5; i++) {
            assertThat(run().output()).contains("(muted 2)");
        }

        var run = run();

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).contains("is ignored for s.jsonl#bad: it failed in each of its last 5 runs",
                "Failed:  1", "(muted 1)");
    }

    @Test
    void theFlakiestCasesAreListed() throws IOException {
        quarantine(entry("s.jsonl#bad", "mute", "2199-01-01"));
        run();
        database.database().update("UPDATE case_history SET status = 'passed' WHERE key = 's.jsonl#bad'");
        var run = run();
        assertThat(run.code()).isZero();

        var lines = type("flaky", "--config", file("muster.yaml"));
        var json = Json.MAPPER.readTree(
                type("flaky", "--json", "--config", file("muster.yaml")).output());

        assertThat(lines.output()).contains("1 of 2 runs", "✗✗", "s.jsonl#bad · shop",
                "mute: it wobbles (quarantined until 2199-01-01, Ann)").doesNotContain("#good");
        assertThat(json).hasSize(1);
        assertThat(json.at("/0/flake_rate").asDouble()).isEqualTo(0.5);
        assertThat(json.at("/0/runs/1/verdict").asString()).isEqualTo("failed");
        assertThat(json.at("/0/runs/0/flake").asBoolean()).isFalse();
        assertThat(json.at("/0/quarantine/owner").asString()).isEqualTo("Ann");
        assertThat(type("flaky", "-n", "nobody", "--config", file("muster.yaml"))
                .output()).contains("no case was flaky");
    }

    private List<String> history() {
        return database.database().list("SELECT key, status, fail_streak FROM case_history ORDER BY key",
                row -> row.getString(1).substring("s.jsonl#".length()) + " " + row.getString(2) + " " + row.getInt(3));
    }

    private JsonNode result(String id) throws IOException {
        return Files.readAllLines(project.resolve("r.jsonl")).stream().map(Json.MAPPER::readTree)
                .filter(line -> line.at("/id").asString("").equals(id)).findFirst().orElseThrow();
    }
}
