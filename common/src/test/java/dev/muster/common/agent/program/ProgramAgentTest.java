package dev.muster.common.agent.program;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.DocumentReply;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.mapping.DocumentProtocol;
import dev.muster.common.config.CommandConfig;
import dev.muster.common.config.CommandConfig.Mode;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests programs as agents, and each way in which one can fail, with real processes. */
class ProgramAgentTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private AgentOutcome ask(Mode mode, String script) throws Exception {
        return ask(mode, script, LONG);
    }

    private AgentOutcome ask(Mode mode, String script, Duration limit) throws Exception {
        return call(agent(mode, "/bin/sh", "-c", script), limit);
    }

    private ProgramAgent agent(Mode mode, String... words) {
        return new ProgramAgent(new CommandConfig(List.of(words), mode, null, List.of(), null), folder,
                Map.of("PATH", System.getenv("PATH")), null);
    }

    private static AgentOutcome call(ProgramAgent agent, Duration limit) throws InterruptedException {
        var plain = Requests.to("sh");
        var protocol = new DocumentProtocol(Ticker.system());
        var request = Requests.to(plain, plain.endpoint().through(new Access.Document(agent)));
        try {
            return protocol.call(request, Requests.in(limit), _ -> {});
        } finally {
            protocol.hangUp(request.endpoint(), request.conversationId());
        }
    }

    private static AgentReply reply(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    private static String text(AgentOutcome outcome) {
        return ((AgentFailure) outcome).text();
    }

    @Test
    void itGetsTheInputAndTheWholeConversation() throws Exception {
        var reply = reply(ask(Mode.TURN, "cat > in.json; echo '{\"text\": \"Hi\", \"awaiting_input\": true,"
                + " \"usage\": {\"input\": 2, \"output\": 1}, \"state\": {\"a\": 1},"
                + " \"tool_calls\": [{\"id\": \"c\", \"name\": \"look\", \"arguments\": {\"q\": 1}, \"result\": 7}]}'"));

        assertThat(reply.content().text()).isEqualTo("Hi");
        assertThat(reply.awaiting()).isTrue();
        assertThat(reply.usage()).isEqualTo(new Usage(2, 1));
        assertThat(reply.content().toolResults()).hasSize(1);
        assertThat(Files.readString(folder.resolve("in.json"))).contains("\"input\":\"Hello\"",
                "\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]", "\"session_id\":\"" + Requests.THREAD,
                "\"turn\":1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"echo Hello there|Hello there",
        "printf '{\"text\": \"a\"}\\n{\"text\": \"b\"}\\n'|ab", "printf '{\\n  \"text\": \"a\"\\n}\\n'|a",
        "echo 'a {curious} text'|a {curious} text"})
    void itAnswersWithJsonOverLinesOrText(String script, String text) throws Exception {
        assertThat(reply(ask(Mode.TURN, script)).content().text()).isEqualTo(text);
    }

    @Test
    void aSessionIsOneProcess() throws Exception {
        var agent = agent(Mode.SESSION, "/bin/sh", "-c",
                "n=0; while read line; do n=$((n+1)); echo \"{\\\"text\\\": \\\"turn $n\\\"}\"; done");
        var plain = Requests.to("sh");
        var request = Requests.to(plain, plain.endpoint().through(new Access.Document(agent)));
        var protocol = new DocumentProtocol(Ticker.system());

        assertThat(reply(protocol.call(request, Requests.in(LONG), _ -> {})).content().text()).isEqualTo("turn 1");
        assertThat(reply(protocol.call(request, Requests.in(LONG), _ -> {})).content().text()).isEqualTo("turn 2");
        protocol.hangUp(request.endpoint(), request.conversationId());
        assertThat(reply(protocol.call(request, Requests.in(LONG), _ -> {})).content().text()).isEqualTo("turn 1");
        protocol.hangUp(request.endpoint(), request.conversationId());
    }

    @Test
    void whatItWritesToStandardErrorIsKept() throws Exception {
        assertThat(reply(ask(Mode.TURN, "echo thinking >&2; echo done")).content().custom()).singleElement().asString()
                .contains("stderr", "thinking");
    }

    @Test
    void itSeesOnlyTheVariablesThatItIsGiven() throws Exception {
        assertThat(reply(ask(Mode.TURN, "env | grep -v '^PWD\\|^SHLVL\\|^_=' | cut -d= -f1 | sort | tr '\\n' ' '"))
                .content().text().split(" ", -1))
                .containsExactlyInAnyOrder("PATH", "PYTHONIOENCODING", "PYTHONUNBUFFERED");
    }

    @Test
    void aMissingProgramIsUnreachable() throws Exception {
        var outcome = call(agent(Mode.TURN, "no-such-program", "x"), LONG);

        assertThat(text(outcome)).startsWith("agent unreachable: program no-such-program");
        assertThat(outcome).as("not tried again").isInstanceOf(AgentFailure.Refused.class);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void anExitCodeAndLastWordsAreTold(Mode mode) throws Exception {
        var outcome = ask(mode, "echo 'no model named x' >&2; exit 1");

        assertThat(outcome).isInstanceOf(AgentFailure.Agent.class);
        assertThat(text(outcome)).startsWith("agent error: /bin/sh -c").contains("ended with exit code 1",
                "no model named x");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aKilledProgramSaysTheSignal(Mode mode) throws Exception {
        assertThat(text(ask(mode, "kill -9 $$"))).contains("was killed by signal 9");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aHangingProgramIsATimeoutAndItsWholeTreeEnds(Mode mode) throws Exception {
        var outcome = ask(mode, "echo loading >&2; sleep 300 & echo $! > child; sleep 300", Duration.ofMillis(600));

        assertThat(text(outcome)).isEqualTo("timeout after 600ms (/bin/sh -c echo loading >&2; sleep 300 & echo $! >"
                + " child; sleep 300); the last line of standard error is: loading" + (mode == Mode.TURN ? ""
                        : "; a program that reads standard input to its end needs mode: turn"));
        var child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        ProcessHandle.of(child).ifPresent(process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    @Test
    void aForkThatHoldsTheOutputDoesNotHoldTheAnswer() throws Exception {
        var outcome = ask(Mode.SESSION, "sleep 300 & read line; echo '{\"text\": \"ok\"}'; read more");

        assertThat(reply(outcome).content().text()).isEqualTo("ok");
    }

    @Test
    void linesWithoutEndAreBounded() throws Exception {
        assertThat(ask(Mode.TURN, "yes chatter")).isInstanceOf(AgentFailure.Protocol.class);
    }

    @Test
    void aLineWithoutEndIsBounded() throws Exception {
        assertThat(ask(Mode.SESSION, "yes | tr -d '\\n'")).isInstanceOf(AgentFailure.Protocol.class);
    }

    @Test
    void aSecondLineIsNotTheNextAnswer() throws Exception {
        var agent = agent(Mode.SESSION, "/bin/sh", "-c",
                "while read line; do echo '{\"text\": \"a\"}'; echo '{\"text\": \"b\"}'; done");
        var plain = Requests.to("sh");
        var request = Requests.to(plain, plain.endpoint().through(new Access.Document(agent)));
        var protocol = new DocumentProtocol(Ticker.system());

        assertThat(reply(protocol.call(request, Requests.in(LONG), _ -> {})).content().text()).isEqualTo("a");
        var later = protocol.call(request, Requests.in(LONG), _ -> {});
        for (int turn = 0; later instanceof AgentReply && turn < 1_000; turn++) {
            later = protocol.call(request, Requests.in(LONG), _ -> {});
        }
        assertThat(text(later)).contains("or a second one: {");
        protocol.hangUp(request.endpoint(), request.conversationId());
    }

    @Test
    void errorsWithoutEndDoNotBlockIt() throws Exception {
        assertThat(reply(ask(Mode.TURN, "yes | head -c 3000000 >&2; echo ok")).content().text()).isEqualTo("ok");
    }

    @Test
    void garbageBeforeTheFirstTurnOfASessionIsShown() throws Exception {
        assertThat(text(ask(Mode.SESSION, "echo Loading model...; cat"))).contains(": Loading model...; print logs");
    }

    @Test
    void garbageInAnAnswerOfASessionIsShown() throws Exception {
        assertThat(text(ask(Mode.SESSION, "read line; echo Loading model...; cat")))
                .contains("a line that is not a JSON object: Loading model...; print logs to standard error");
    }

    @Test
    void silenceIsNoAnswer() throws Exception {
        assertThat(text(ask(Mode.TURN, "true"))).contains("printed nothing; it has to print its answer");
    }

    @Test
    void anAnswerWithoutATextIsShown() throws Exception {
        assertThat(text(ask(Mode.TURN, "echo '{\"answer\": 1}'"))).contains("has no 'text'", "{\"answer\":1}");
    }

    @Test
    void anErrorInTheAnswerIsTheAgents() throws Exception {
        assertThat(ask(Mode.TURN, "echo '{\"error\": \"no budget\"}'"))
                .isEqualTo(AgentFailure.Agent.declared(
                        "agent error: no budget (/bin/sh -c echo '{\"error\": \"no budget\"}')"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"text":"x","tool_calls":[{"tool":"delete_all"}]}|needs a 'name'
            {"text":"x","tool_calls":["delete_all"]}|needs a 'name'
            {"text":"x","tool_calls":{"name":"delete_all"}}|'tool_calls' has to be a list
            {"text":"x","toolCalls":[{"name":"delete_all"}]}|the answer has 'toolCalls'; write 'tool_calls'
            {"text":"x","tool_call":{"name":"delete_all"}}|the answer has 'tool_call'; write 'tool_calls'
            {"text":123}|'text' has to be a text, not 123
            {"text":["a","b"]}|'text' has to be a text
            {"text":"x","tool_calls":[{"name":7}]}|needs a 'name'
            {"text":"x","function_call":{"name":"delete_all"}}|the answer has 'function_call'; write 'tool_calls'
            {"awaiting_input":true,"content":"x"}|the answer has 'content'; write 'text'
            {"text":null,"message":"x"}|the answer has 'message'; write 'text'
            {"output":"x"}|the answer has 'output'; write 'text'
            {"tools":[{"name":"delete_all"}]}|the answer has 'tools'; write 'tool_calls'
            {"text":null}|the answer has no 'text': {"text":null}
            {"error":"no budget","message":"x"}|agent error: no budget
            """)
    void refusesAnAnswerThatHidesWhatItSays(String answer, String sentence) throws Exception {
        for (var mode : Mode.values()) {
            assertThat(text(ask(mode, "read question; echo '" + answer + "'"))).startsWith("agent error: ")
                    .contains(sentence);
        }
    }

    /** Attack 131. */
    @Test
    void whatIsSaidMakesNoHelperOfTheAgentUnderTest() throws Exception {
        var endpoint = Requests.to("sh").endpoint()
                .through(new Access.Document(agent(Mode.TURN, "/bin/sh", "-c", "echo '{\"passed\": true}'")));
        var request = new AgentRequest(endpoint, "c", "r", List.of(Message.user("{\"test_mode\": \"validator\"}")),
                Options.NONE, StreamBounds.DEFAULT);
        var protocol = new DocumentProtocol(Ticker.system());

        assertThat(text(protocol.call(request, Requests.in(LONG), _ -> {}))).startsWith("agent error: ");
        assertThat(reply(protocol.call(request.toHelper(), Requests.in(LONG), _ -> {})).content().text())
                .isEqualTo("{\"passed\":true}");
    }

    @Test
    void readsCallsInTheFormThatMessagesHave() throws Exception {
        var reply = reply(ask(Mode.TURN, """
                echo '{"text":"x","tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\\"id\\":1}"}}]}'
                """.replace("\\\\", "\\")));
        assertThat(reply.content().toolCalls()).singleElement()
                .satisfies(
                        call -> assertThat(call.name() + call.id() + call.arguments()).isEqualTo("findc1{\"id\":1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"arguments\":{\"id\":1}", "\"args\":{\"id\":1},\"type\":\"tool_call\"",
        "\"arguments\":null,\"input\":{\"id\":1}", "\"parameters\":{\"id\":1}",
        "\"arguments\":{\"id\":1},\"input\":{\"id\":2}"})
    void readsTheArgumentsOfCallsInTheFormOfOtherApis(String arguments) throws Exception {
        var reply = reply(ask(Mode.TURN,
                "echo '{\"tool_calls\":[{\"name\":\"pay\",\"id\":\"c1\"," + arguments + ",\"result\":7}]}'"));

        assertThat(reply.content().toolCalls()).singleElement()
                .satisfies(call -> assertThat(call.name() + call.id() + call.arguments()).isEqualTo("payc1{\"id\":1}"));
        assertThat(reply.content().toolResults()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"name\":\"delete_all\"}]", "null", "\"ok\"", "[]"})
    void refusesJsonThatIsNoObject(String output) throws Exception {
        assertThat(text(ask(Mode.TURN, "echo '" + output + "'"))).startsWith(
                "agent error: the answer has to be an object with 'text', or plain text, not " + output + " (/bin/sh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"42", "\"Hello\" she said", "nullable", "[see](here)", "{1, 2}"})
    void takesWordsThatBeginLikeJsonAsWords(String output) throws Exception {
        assertThat(reply(ask(Mode.TURN, "echo '" + output + "'")).content().text()).isEqualTo(output);
    }

    @Test
    void anAgentMaySayNothing() throws Exception {
        assertThat(reply(ask(Mode.TURN, "echo '{\"text\":\"\"}'")).content().text()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aByteOrderMarkIsNoPartOfTheAnswer(Mode mode) throws Exception {
        assertThat(reply(ask(mode, "read question; printf '\\357\\273\\277{\"text\":\"ok\"}\\n'")).content()
                .text()).isEqualTo("ok");
    }

    @Test
    void aMissingFileOfAnInterpreterIsTheConfigurations() throws Exception {
        assertThat(text(ask(Mode.TURN, "echo \"python3: can't open file 'agent.py'\" >&2; exit 2")))
                .endsWith("exit code 2: python3: can't open file 'agent.py'; check 'command' and 'cwd'");
        assertThat(text(ask(Mode.TURN, "echo 'no model' >&2; exit 2"))).doesNotContain("'cwd'");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatItPrintedInsteadOfAnAnswerIsKept(Mode mode) throws Exception {
        var document = Json.MAPPER.createObjectNode();
        var answer = agent(mode, "/bin/sh", "-c", "echo why >&2; read question; echo Loading; echo '{\"text\":\"x\"}'")
                .ask("c", document, false, Requests.in(LONG));

        assertThat(answer).isInstanceOfSatisfying(DocumentReply.Failed.class, failed -> {
            assertThat(failed.printed()).startsWith("Loading");
            assertThat(failed.errors()).isEqualTo("why\n");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo \"{'text': 'x', 'tool_calls': []}\"", "echo \"{\"; echo \" 'text': None}\"",
        "echo Loading; echo '{\"text\": \"x\", \"tool_calls\": [NaN]}'", "echo '{\"text\": \"x\"'"})
    void anAnswerThatWasMeantToBeJsonIsNoText(String script) throws Exception {
        assertThat(text(ask(Mode.TURN, script))).contains("printed an answer that is not JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo Loading; echo '{\"text\":\"x\",\"tool_calls\":[{\"name\":\"delete_all\"}]}'",
        "echo Loading; echo '{\"error\":'; echo '\"the model is down\"}'", "echo '{\"text\":\"x\"}'; echo Done"})
    void refusesOtherLinesBesideAnAnswer(String script) throws Exception {
        assertThat(text(ask(Mode.TURN, script))).contains("other lines beside it", "print logs to standard error");
    }

    @Test
    void takesWordsThatLookLikeJsonAsWords() throws Exception {
        assertThat(reply(ask(Mode.TURN, "echo 'The set is'; echo '{1, 2}'")).content().text())
                .isEqualTo("The set is\n{1, 2}");
    }
}
