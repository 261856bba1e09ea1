package dev.muster.deploy.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code muster run}, as a user types it, against programs of other projects. */
@Tag("interop")
class RunInteropIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"encoder.new", "encoder.old"})
    void aSuiteRunsAgainstBothGenerationsOfTheEncoder(String agent) throws Exception {
        try (var server = NodePrograms.start("agui-server.mjs")) {
            var run = SuiteRun.of(folder, Map.of("ENCODER_URL", server.url()), "-i", "encoder.jsonl", "-n", agent);

            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.results()).containsOnly(entry("text", "passed none"), entry("tools", "passed none"),
                    entry("chunks", "passed none"), entry("thoughts", "passed none"), entry("history", "passed none"),
                    entry("error", "failed agent_error"), entry("cut", "failed agent_error"));
        }
    }

    @Test
    void aSuiteRunsAgainstAimockInBothProtocols() throws Exception {
        try (var server = NodePrograms.start("aimock-server.mjs")) {
            var run = SuiteRun.of(folder, Map.of("AIMOCK_URL", server.url(), "AIMOCK_KEY", "interop"), "-i",
                    "aimock.jsonl");

            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.results()).containsOnly(entry("agent-hello", "passed none"),
                    entry("agent-expense", "passed none"), entry("agent-fail", "failed agent_error"),
                    entry("model-hello", "passed none"), entry("model-json", "passed none"),
                    entry("model-weather", "passed none"), entry("model-busy", "error infrastructure"),
                    entry("model-break", "failed agent_error"));
        }
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"a2a.new", "a2a.old", "a2a.plain", "a2a.oldplain"})
    void aSuiteRunsAgainstTheSdkOfAgent2AgentInBothVersions(String agent) throws Exception {
        try (var server = NodePrograms.a2a()) {
            var run = SuiteRun.of(folder, Map.of("A2A_URL", server.url()), "-i", "a2a.jsonl", "-n", agent);

            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.results()).containsOnly(entry("hello", "passed none"), entry("direct", "passed none"),
                    entry("status", "passed none"), entry("wrong", "failed assertion"), entry("context", "passed none"),
                    entry("ask", "passed none"), entry("auth", "passed none"), entry("tools", "passed none"),
                    entry("nobody-waits", "failed assertion"), entry("json", "passed none"),
                    entry("think", "passed none"), entry("see", "passed none"), entry("reject", "passed none"),
                    entry("fail", "failed agent_error"), entry("throw", "failed agent_error"),
                    entry("cancel", "error cancelled_by_agent"), entry("cut", "failed agent_error"),
                    entry("hang", "failed agent_timeout"));
        }
    }
}
