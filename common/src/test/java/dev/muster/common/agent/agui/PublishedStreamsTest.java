package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.time.Ticker;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Tests the streams that AG-UI publishes with its specification, each with its expected result, from an agent that uses
 * the requested run id. They are not part of this project, but read from a folder beside it.
 */
@Tag("conformance")
class PublishedStreamsTest {

    private static final String BESIDE = "shared/conformance/ag-ui-1.1-streams.json";

    /** One published stream. */
    private record Published(String name, List<JsonNode> events, JsonNode expect) {

        static Published of(JsonNode node) {
            return new Published(node.path("name").stringValue(), list(node.path("stream")), node.path("expect"));
        }

        String wire() {
            return events.stream().map(event -> "data: " + event + "\n\n").collect(Collectors.joining());
        }

        /** Returns the events from the last RUN_STARTED on: the requested run. */
        private List<JsonNode> lastRun() {
            int from = 0;
            for (int i = 0; i < events.size(); i++) {
                from = type(events.get(i)).equals("RUN_STARTED") ? i : from;
            }
            return events.subList(from, events.size());
        }

        String runId() {
            return lastRun().getFirst().path("runId").stringValue(Requests.RUN);
        }

        /** Returns the messages of that run: a reply covers one run, a consumer's memory all of them. */
        List<JsonNode> messages(String role) {
            String text = lastRun().toString();
            return list(expect.path("messages")).stream().filter(each -> each.path("role").stringValue().equals(role))
                    .filter(each -> !each.has("id") || text.contains(each.path("id").toString())).toList();
        }

        boolean warns() {
            return Stream.of("warns", "dropped", "stripped", "tolerated", "cancelled", "unknown")
                    .anyMatch(name::contains) && !name.startsWith("era-");
        }
    }

    /** Muster's result for a stream. */
    private record Heard(AgentOutcome outcome, List<AgentEvent> events, JsonNode request) {

        AgentReply reply() {
            assertThat(outcome).isInstanceOf(AgentReply.class);
            return (AgentReply) outcome;
        }

        String reasoning() {
            return events.stream().map(event -> event instanceof AgentEvent.Reasoning(var delta) ? delta : "")
                    .collect(Collectors.joining());
        }
    }

    @TestFactory
    Stream<DynamicTest> eachIsReadAsItMustBe() throws Exception {
        Path file = file();
        assumeTrue(Files.exists(file), () -> "there are no published streams at " + file
                + "; name their file with -Dmuster.streams=FILE");
        var streams = list(Json.MAPPER.readTree(Files.readString(file)));
        assertThat(streams).isNotEmpty();
        return streams.stream().map(Published::of).map(each -> dynamicTest(each.name(), () -> judge(each)));
    }

    private static Path file() {
        String named = System.getProperty("muster.streams");
        Path checkout = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
        return named == null ? checkout.resolveSibling(BESIDE) : Path.of(named);
    }

    private static void judge(Published stream) throws Exception {
        Heard heard = heard(stream);
        switch (stream.name()) {
            // by text and warning: the corpus has them as in its own clients
            case "unknown-enum-value-role-fatal" -> {
                assertThat(heard.reply().content().text())
                        .isEqualTo("the role above is the only defect in this stream");
                assertThat(heard.reply().warnings()).singleElement().asString().contains("role 'narrator'");
            }
            case "run-finished-cancelled-outcome-accepted" -> {
                assertThat(heard.outcome()).isInstanceOfSatisfying(AgentFailure.Cancelled.class, cancelled -> {
                    assertThat(cancelled.reply().content().text()).isEqualTo("delivered before the stop");
                    assertThat(cancelled.reply().warnings()).containsExactly("the agent canceled the run");
                });
            }
            case "run-error-then-new-run-continues" -> {
                assertThat(heard.reply().content().text()).isEqualTo("second run");
                assertThat(heard.reply().warnings()).singleElement().asString().contains(
                        stream.expect().path("runError").stringValue());
            }
            default -> judge(stream, heard);
        }
    }

    private static void judge(Published stream, Heard heard) {
        JsonNode expect = stream.expect();
        if (expect.path("outcome").stringValue().equals("failed")) {
            assertThat(heard.outcome()).isInstanceOf(AgentFailure.Protocol.class);
        } else if (expect.has("runError")) {
            assertThat(heard.outcome()).isInstanceOf(AgentFailure.Agent.class);
            assertThat(((AgentFailure) heard.outcome()).text()).contains(expect.path("runError").stringValue());
        } else {
            judge(stream, heard, heard.reply());
        }
    }

    private static void judge(Published stream, Heard heard, AgentReply reply) {
        JsonNode expect = stream.expect();
        assertThat(reply.content().texts()).isEqualTo(texts(stream.messages("assistant")));
        assertThat(reply.content().toolCalls().stream().map(PublishedStreamsTest::shown)).isEqualTo(stream
                .messages("assistant")
                .stream().flatMap(message -> list(message.path("toolCalls")).stream()).map(PublishedStreamsTest::shown)
                .toList());
        assertThat(reply.content().toolResults().stream().map(result -> String.valueOf(result.received())))
                .isEqualTo(texts(stream
                        .messages("tool")));
        assertThat(heard.reasoning()).isEqualTo(String.join("", texts(stream.messages("reasoning"))));
        if (expect.has("state")) {
            assertThat(reply.content().state()).isEqualTo(expect.path("state"));
        }
        if (expect.has("custom")) {
            assertThat(reply.content().custom()).isEqualTo(list(expect.path("custom")));
        }
        for (var member : expect.path("request").properties()) {
            assertThat(heard.request().get(member.getKey())).isEqualTo(member.getValue());
        }
        assertThat(reply.warnings().isEmpty()).as("warnings: %s", reply.warnings()).isEqualTo(!stream.warns()
                && !stream.wire().contains("\"document\""));
    }

    private static Heard heard(Published stream) throws Exception {
        var events = new ArrayList<AgentEvent>();
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(stream.wire()));
                var calls = new HttpCalls(2, Clock.systemUTC())) {
            AgentRequest plain = Requests.to(server.url());
            var request = new AgentRequest(plain.endpoint(), plain.conversationId(), stream.runId(), plain.messages(),
                    plain.options(), plain.bounds());
            AgentOutcome outcome = new AguiProtocol(calls, Ticker.system(), Clock.systemUTC()).call(request,
                    Requests.in(Duration.ofSeconds(20)), events::add);
            return new Heard(outcome, events, Json.MAPPER.readTree(server.received().getFirst().body()));
        }
    }

    private static List<String> texts(List<JsonNode> messages) {
        return messages.stream().filter(message -> message.has("content")).map(message -> message.path("content"))
                .map(content -> content.isString() ? content.stringValue() : list(content).stream().map(part -> part
                        .path("text").stringValue("")).collect(Collectors.joining()))
                .toList();
    }

    private static String shown(ToolCall call) {
        return call.name() + " " + call.arguments();
    }

    private static String shown(JsonNode call) {
        return call.at("/function/name").stringValue() + " " + AnswerJson.readOrText(call.at("/function/arguments")
                .stringValue());
    }

    private static String type(JsonNode event) {
        return event.path("type").stringValue();
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
