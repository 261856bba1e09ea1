package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that reports and comparisons of a run show what its re-runs replaced. */
@MusterProject
final class OverlayIT {

    private final TestProject muster;

    OverlayIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.write("muster.yaml", """
                agents:
                  well: { protocol: openai, url: "%1$s/well" }
                  ill: { protocol: openai, url: "%1$s/ill" }
                  gone: { protocol: openai, url: "%1$s/gone" }
                defaults: { agent: well }
                """.formatted(muster.agent().url()));
        muster.write("s.jsonl", """
                {"id": "a", "input": "1", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "b", "input": "2", "agent": "ill", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "c", "input": "3", "agent": "gone", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "d", "input": "4", "agent": "ill", "assertions": [{"type": "contains", "value": "good"}]}
                """);
        muster.agent().saying("/well", "fine").saying("/ill", "no");
        muster.agent().refusing("/gone");
    }

    @Test
    void aFailureThatPassesIsFlakyAndAnErrorIsReplaced() throws IOException {
        assertThat(muster.run("--retries", "0").code()).isEqualTo(1);
        var parent = muster.newest();
        muster.agent().saying("/ill", "fine").saying("/gone", "fine");
        var failed = muster.type("run", "--rerun-failed", parent);
        var ofFailed = muster.newest();
        var errors = muster.type("run", "--retry-errors", parent);
        var ofErrors = muster.newest();

        var report = muster.type("report", parent, "-o", muster.file("r.json"), "-o", muster.file("r.xml"), "-o",
                muster.file("r.md"));

        assertThat(failed.output()).contains("Passed:  1", "Failed:  1");
        assertThat(errors.output()).contains("Passed:  1");
        assertThat(report.output()).contains("Passed:  2", "Failed:  1", "Flaky:   1",
                "With its re-runs " + ofFailed + ", " + ofErrors + ": 3 results replaced, 1 of them flaky");
        assertThat(report.code()).isEqualTo(1);
        assertThat(results()).containsExactly("a passed", "b flaky", "c passed", "d failed");
        assertThat(
                Json.MAPPER.readTree(Files.readString(muster.folder().resolve("r.json"))).path("run").path("reruns")
                        .toString())
                .contains(ofFailed, ofErrors);
        assertThat(result("c").path("attempts")).hasSize(2);
        assertThat(result("c").path("attempts").get(0).path("status").asString()).isEqualTo("error");
        assertThat(Files.readString(muster.folder().resolve("r.md"))).contains("b");
        assertThat(muster.database().list("SELECT status FROM results WHERE run_id = @run ORDER BY number",
                row -> row.getString(1), "run", parent)).containsExactly("passed", "failed", "error", "failed");
    }

    @Test
    void anOutageDuringTheReRunReplacesNoFailure() throws IOException {
        muster.run("--retries", "0");
        var parent = muster.newest();
        muster.agent().refusing("/ill");
        muster.type("run", "--rerun-failed", parent);

        muster.type("report", parent, "-o", muster.file("r.json"));

        assertThat(results()).containsExactly("a passed", "b failed", "c error", "d failed");
    }

    @Test
    @Tag("slow")
    void aReRunOfAReRunCountsToo() throws IOException {
        muster.run("--retries", "0");
        var parent = muster.newest();
        muster.type("run", "--rerun-failed", parent);
        muster.agent().saying("/ill", "fine and good");
        muster.type("run", "--rerun-failed", muster.newest());

        muster.type("report", parent, "-o", muster.file("r.json"));

        assertThat(results()).containsExactly("a passed", "b flaky", "c error", "d flaky");
    }

    @Test
    @Tag("slow")
    void aComparisonSeesTheSame() throws IOException {
        muster.agent().saying("/ill", "fine and good").saying("/gone", "fine");
        muster.run("--retries", "0");
        var good = muster.newest();
        muster.agent().saying("/ill", "no");
        muster.agent().refusing("/gone");
        muster.run("--retries", "0");
        var parent = muster.newest();
        muster.agent().saying("/ill", "fine and good").saying("/gone", "fine");
        muster.type("run", "--retry-errors", parent);
        muster.type("run", "--rerun-failed", parent);
        var child = muster.newest();

        var over = muster.type("compare", good, parent);
        var apart = muster.type("compare", good, parent, child);

        assertThat(over.output()).contains("4 of 4 common cases judged on both sides", "Newly failing: 2",
                "s.jsonl#b (flaky)",
                "s.jsonl#d (flaky)");
        assertThat(apart.output()).contains("s.jsonl#b (assertion)");
    }

    private List<String> results() throws IOException {
        return cases().map(each -> each.path("id").asString() + " " + each.path("status").asString()).toList();
    }

    private JsonNode result(String id) throws IOException {
        return cases().filter(each -> each.path("id").asString().equals(id)).findFirst().orElseThrow();
    }

    private Stream<JsonNode> cases() throws IOException {
        return Json.MAPPER.readTree(Files.readString(muster.folder().resolve("r.json"))).path("results").values()
                .stream();
    }
}
