package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code preset: langgraph} against LangGraph's own development server. */
@Tag("interop")
class LangGraphIT {

    private static final String SUITE = "langgraph.jsonl";

    @TempDir
    private Path folder;

    @Test
    void aToolIsCalledAndADeletionApproved() throws Exception {
        try (var server = NodePrograms.langGraph()) {
            var run = SuiteRun.of(folder, environment(server), "-i", SUITE, "-k", "/#(tool|approve)$/");

            assertThat(run.exit()).as(run.errors().toString()).isZero();
            assertThat(run.results()).containsOnly(entry("tool", "passed none"), entry("approve", "passed none"));
        }
    }

    @Test
    @Tag("full")
    void aSuiteRuns() throws Exception {
        try (var server = NodePrograms.langGraph()) {
            var run = SuiteRun.of(folder, environment(server), "-i", SUITE);

            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.results()).hasSize(26);
            assertThat(run.others()).containsOnly(entry("wrong", "failed assertion"),
                    entry("nobody-waits", "failed assertion"), entry("stop-denied", "failed agent_error"),
                    entry("fail", "failed agent_error"), entry("silent", "failed agent_error"),
                    entry("nobody", "error infrastructure"), entry("hang", "failed agent_timeout"));
            assertThat(run.errors().get("fail")).startsWith("agent error: kaboom (POST ")
                    .contains("/runs/stream)");
            assertThat(run.errors().get("nobody")).contains("HTTP 404 Not Found: No assistant found for \"nobody\"");
        }
    }

    private static Map<String, String> environment(NodeServer server) {
        return Map.of("LANGGRAPH_URL", server.url(), "LANGGRAPH_KEY", "interop-key");
    }
}
