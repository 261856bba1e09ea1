package dev.muster.system.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code preset: ai-sdk} against routes of the Vercel AI SDK in four generations, on its mock models. */
@Tag("interop")
class AiSdkIT {

    @TempDir
    private Path folder;

    @Test
    void aSignedApprovalIsGivenAndDenied() throws Exception {
        var run = run("ai-sdk-approvals.jsonl", "7", "-k", "/#(approve|deny)$/");

        assertThat(run.exit()).as(run.errors().toString()).isZero();
        assertThat(run.results()).containsOnly(entry("approve", "passed none"), entry("deny", "passed none"));
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"5", "6", "7"})
    void aSuiteRuns(String version) throws Exception {
        var run = run("ai-sdk.jsonl", version);

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.results()).hasSize(13);
        assertThat(run.others()).containsOnly(entry("wrong", "failed assertion"),
                entry("nobody-waits", "failed assertion"), entry("fail", "failed agent_error"));
        assertThat(run.errors().get("fail")).startsWith("agent error: An error occurred. (POST ");
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"6", "7"})
    void approvalsAreGivenAndDenied(String version) throws Exception {
        var run = run("ai-sdk-approvals.jsonl", version);

        assertThat(run.others()).isEmpty();
        assertThat(run.results()).hasSize(5);
    }

    @Test
    @Tag("full")
    void theDataStreamOfVersion4IsRead() throws Exception {
        var run = run("ai-sdk-4.jsonl", "4");

        assertThat(run.results()).hasSize(5);
        assertThat(run.others()).containsOnly(entry("fail", "failed agent_error"));
    }

    private SuiteRun run(String suite, String version, String... more) throws Exception {
        try (var server = NodePrograms.aiSdk()) {
            var arguments = new ArrayList<>(List.of("-i", suite, "-n", "ai-sdk." + version));
            arguments.addAll(List.of(more));
            return SuiteRun.of(folder, Map.of("AI_SDK_URL", server.url()), arguments.toArray(String[]::new));
        }
    }
}
