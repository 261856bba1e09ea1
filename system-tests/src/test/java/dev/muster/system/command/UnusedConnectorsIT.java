package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a connector whose address and model no call uses is a fault: its cells would all test one thing. */
@MusterProject
final class UnusedConnectorsIT {

    private final TestProject muster;
    private final Set<String> models = ConcurrentHashMap.newKeySet();

    UnusedConnectorsIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.agent().on("/good", call -> {
            models.add(call.model());
            return Answer.text("good");
        });
        configure("connectors: { bad: { url: \"http://127.0.0.1:1\" }, good: { url: \"http://127.0.0.1:2\" } }");
        muster.write("s.jsonl", line(""));
    }

    private void configure(String more) throws IOException {
        muster.write("muster.yaml", """
                agents:
                  bot:
                    protocol: http
                    url: "%1$s/good"
                    body: { messages: "${messages}" }
                    response: { text: "$.choices[0].message.content" }
                  named:
                    protocol: http
                    url: "%1$s/good"
                    body: { messages: "${messages}", model: "${options.connector}" }
                    response: { text: "$.choices[0].message.content" }
                defaults: { agent: bot }
                %2$s
                """.formatted(muster.agent().url(), more));
    }

    private static String line(String more) {
        return "{\"id\": \"good\", \"input\": \"hi\"" + more
                + ", \"assertions\": [{\"type\": \"contains\", \"value\": \"good\"}]}\n";
    }

    private Command run(String... flags) {
        return Command.typeIn(muster.folder(), muster.home(), Map.of(), Stream.concat(Stream.of("run", "-i", "s.jsonl"),
                Stream.of(flags)).toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c good", "-c good -c bad", "-n bot -c good -c bad"})
    void aConnectorOfTheCommandLineThatChangesNoCallIsAFault(String flags) {
        var run = run(flags.split(" "));

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output().replaceAll("\\s+", " "))
                .contains("-c good: agent 'bot' speaks http, which does not use connectors", "an agent for each url");
    }

    @ParameterizedTest
    @ValueSource(strings = {", \"connector\": \"nosuch\"", ", \"options\": {\"connector\": \"nosuch\"}"})
    void anUnknownConnectorOfACaseIsAFaultAlsoWhereThereIsNone(String more) throws IOException {
        muster.write("s.jsonl", line(more));

        var some = run();
        configure("");
        var none = run();

        for (var run : List.of(some, none)) {
            assertThat(run.code()).as(run.output()).isEqualTo(2);
            assertThat(run.output()).contains("s.jsonl:1:", "connector 'nosuch'");
        }
    }

    @Test
    void aConnectorOfACaseThatChangesNoCallIsAFault() throws IOException {
        muster.write("s.jsonl", line(", \"connector\": \"good\""));

        var run = run();

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output()).contains("s.jsonl:1:", "its calls with 'good' are the same as without it");
    }

    @Test
    void anUnknownConnectorOfAnAgentIsAFault() throws IOException {
        muster.write("muster.yaml", muster.read("muster.yaml").replaceFirst("protocol: http",
                "protocol: http\n    connector: nosuch"));

        var run = run();

        assertThat(run.code()).as(run.output()).isEqualTo(2);
        assertThat(run.output()).contains("muster.yaml:4:", "connector");
    }

    @Test
    void anAgentThatIsSentTheNameMayHaveAny() {
        var run = run("-n", "named", "-c", "good", "-c", "bad");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(models).containsExactlyInAnyOrder("good", "bad");
    }
}
