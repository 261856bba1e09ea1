package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that assertions on calls that must not be made prove something: a mapping that finds no call is doubted. */
@MusterProject
final class UnseenToolsIT {

    private static final String DOUBT = "1 case of agent bot passed because no tool was called, but response.tool_calls"
            + " ($.calls[*]) found no call in any reply of this run";

    private final TestProject muster;

    UnseenToolsIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        // calls stand in 'tools', whatever the mapping looks at
        muster.agent().on("/bot", call -> Answer.json(Json.MAPPER.readTree(call.newest().equals("call")
                ? "{\"text\": \"done\", \"calls\": [{\"fn\": \"book\"}], \"tools\": [{\"fn\": \"pay\"}]}"
                : call.newest().equals("nameless")
                        ? "{\"text\": \"done\", \"calls\": [{\"called\": \"pay\"}]}"
                        : "{\"text\": \"done\", \"tools\": [{\"fn\": \"pay\"}]}")));
        muster.write("muster.yaml", """
                agents:
                  bot:
                    protocol: http
                    url: "%s/bot"
                    body: { messages: "${messages}" }
                    response: { text: "$.text", tool_calls: { each: "$.calls[*]", name: "$.fn" } }
                """.formatted(muster.agent().url()));
    }

    private Command run(String lines, String... flags) throws IOException {
        muster.write("s.jsonl", lines);
        return Command.typeIn(muster.folder(), muster.home(), Map.of(), Stream.concat(Stream.of("run", "-i", "s.jsonl",
                "-o", "r.md", "-o", "r.xml", "-o", "r.json", "-o", "r.html"), Stream.of(flags))
                .toArray(String[]::new));
    }

    private static String line(String input, String assertion) {
        return "{\"id\": \"%s\", \"input\": \"%s\", \"assertions\": [%s]}\n".formatted(input, input, assertion);
    }

    private static String flat(Command command) {
        return command.output().replaceAll("\\s+", " ");
    }

    private static final String NOT_PAID = "{\"type\": \"tool_not_called\", \"name\": \"pay\"}";

    @Test
    void aMappingThatFindsNoCallIsDoubtedAndFailsAStrictRun() throws IOException {
        for (var assertion : List.of(NOT_PAID, "{\"type\": \"tools_exact\", \"value\": []}")) {
            var run = run(line("hi", assertion));
            var report = Command.typeIn(muster.folder(), muster.home(), Map.of(), "report");
            var strict = run(line("hi", assertion), "--strict");
            var strictReport = Command.typeIn(muster.folder(), muster.home(), Map.of(), "report");

            assertThat(run.code()).as(run.output()).isZero();
            assertThat(flat(run)).contains("Gate: passed (pass rate 100 %)", "Warning: " + DOUBT, "muster probe");
            assertThat(report.code()).isZero();
            assertThat(flat(report)).contains("Warning: " + DOUBT);
            assertThat(strict.code()).as(strict.output()).isEqualTo(1);
            assertThat(flat(strict)).contains("Gate failed: " + DOUBT);
            assertThat(strictReport.code()).isEqualTo(1);
            assertThat(flat(strictReport)).contains("Gate failed: " + DOUBT);
            for (var file : List.of("r.md", "r.xml", "r.json", "r.html")) {
                assertThat(muster.read(file).replace("\\", "")).as(file).contains("found no call in any reply");
            }
        }
    }

    @Test
    void aCallThatIsSeenInAnyCaseIsProof() throws IOException {
        var run = run(line("hi", NOT_PAID) + line("call", "{\"type\": \"tool_called\", \"name\": \"book\"}"),
                "--strict");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(flat(run)).doesNotContain("found no call", "Gate:");
    }

    @Test
    void aCallWithoutANameIsNoMissingCall() throws IOException {
        var run = run(line("nameless", NOT_PAID));

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(flat(run)).contains("response.tool_calls.name ($.fn) is nowhere in the call");
    }
}
