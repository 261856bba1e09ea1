package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.CaseHistory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests cases that must not decide a build, as commands: muted, skipped, expired, and those that are just broken. */
@MusterProject
final class QuarantineIT {

    private final TestProject muster;

    QuarantineIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/", "fine");
    }

    @BeforeEach
    void makeSuite() throws IOException {
        muster.database().update("DELETE FROM case_history");
        muster.write("s.jsonl", """
                {"id": "good", "input": "hello", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "bad", "input": "hello", "assertions": [{"type": "contains", "value": "nothing"}]}
                """);
    }

    private void quarantine(String... entries) throws IOException {
        muster.write("muster.yaml",
                "agents: { shop: { protocol: openai, url: '" + muster.agent().url() + "/' } }\nquarantine: ["
                        + String.join(", ", entries) + "]\n");
    }

    private static String entry(String cases, String mode, String expires) {
        return "{ case: '" + cases + "', mode: " + mode + ", owner: Ann, reason: it wobbles, expires: " + expires
                + " }";
    }

    @Test
    void aMutedCaseIsRunAndFailsNoBuild() throws IOException {
        quarantine(entry("s.jsonl#b*", "mute", "2199-01-01"));

        var run = muster.run("-o", muster.file("r.jsonl"), "-o", muster.file("r.xml"));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("muted, failed", "Muted: it wobbles (quarantined until 2199-01-01, Ann)",
                "Skipped: 1 (muted 1)", "Passed:  1");
        var bad = result("bad");
        assertThat(bad.at("/status").asString()).isEqualTo("skipped");
        assertThat(bad.at("/cause").asString()).isEqualTo("muted");
        assertThat(bad.at("/muted/status").asString()).isEqualTo("failed");
        assertThat(bad.at("/response").asString()).isEqualTo("fine");
        assertThat(Files.readString(muster.folder().resolve("r.xml")))
                .contains("<skipped type=\"muted\" message=\"muted: it "
                        + "wobbles", "it would have failed (assertion)")
                .doesNotContain("<failure");
        assertThat(history()).containsExactly("bad failed 1", "good passed 0");
    }

    @Test
    void aCaseThatIsLeftOutIsNotRun() throws IOException {
        quarantine(entry("s.jsonl#bad", "skip", "2199-01-01"));

        var run = muster.run("--repeat", "2", "--stop-repeats", "-o", muster.file("r.jsonl"));

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("Passed:  2", "Skipped: 2", "it wobbles (quarantined until 2199-01-01, Ann)");
        assertThat(result("bad").has("response")).isFalse();
    }

    @Test
    void anEntryThatExpiredHoldsNoLonger() throws IOException {
        quarantine(entry("s.jsonl#bad", "mute", "2020-01-01"));

        var run = muster.run();

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("muster.yaml:2: the quarantine of s.jsonl#bad (Ann) expired on 2020-01-01");
    }

    @Test
    @Tag("slow")
    void aCaseThatAlwaysFailsIsNoFlake() throws IOException {
        quarantine(entry("s.jsonl#*", "mute", "2199-01-01"));
        for (int i = 0; i < 5; i++) {
            assertThat(muster.run().output()).contains("(muted 2)");
        }

        var run = muster.run();

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).contains("is ignored for s.jsonl#bad: it failed in each of its last 5 runs",
                "Failed:  1", "(muted 1)");
    }

    @Test
    @Tag("slow")
    void theFlakiestCasesAreListed() throws IOException {
        quarantine(entry("s.jsonl#bad", "mute", "2199-01-01"));
        muster.run();
        for (int flips = 0; flips < CaseHistory.FLIPS; flips++) {
            muster.database().update("UPDATE case_history SET status = 'passed' WHERE key = 's.jsonl#bad'");
            assertThat(muster.run().code()).isZero();
        }

        var lines = muster.type("flaky", "--config", muster.file("muster.yaml"));
        var json = Json.MAPPER.readTree(
                muster.type("flaky", "--json", "--config", muster.file("muster.yaml")).output());

        assertThat(lines.output()).contains("3 of 4 runs", "✗✗✗✗", "s.jsonl#bad · shop",
                "mute: it wobbles (quarantined until 2199-01-01, Ann)").doesNotContain("#good");
        assertThat(json).hasSize(1);
        assertThat(json.at("/0/flake_rate").asDouble()).isEqualTo(0.75);
        assertThat(json.at("/0/runs/1/verdict").asString()).isEqualTo("failed");
        assertThat(json.at("/0/runs/0/flake").asBoolean()).isFalse();
        assertThat(json.at("/0/quarantine/owner").asString()).isEqualTo("Ann");
        assertThat(muster.type("flaky", "-n", "nobody", "--config", muster.file("muster.yaml"))
                .output()).contains("no case was flaky");
    }

    private List<String> history() {
        return muster.database().list("SELECT key, status, fail_streak FROM case_history ORDER BY key",
                row -> row.getString(1).substring("s.jsonl#".length()) + " " + row.getString(2) + " " + row.getInt(3));
    }

    private JsonNode result(String id) throws IOException {
        return Files.readAllLines(muster.folder().resolve("r.jsonl")).stream().map(Json.MAPPER::readTree)
                .filter(line -> line.at("/id").asString("").equals(id)).findFirst().orElseThrow();
    }
}
