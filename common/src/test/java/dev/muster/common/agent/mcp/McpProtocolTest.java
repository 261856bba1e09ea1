package dev.muster.common.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Received;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.Wire;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests conversations over HTTP, with servers that say what servers of both eras say. */
class McpProtocolTest {

    private static final String ADD = "{\"tool\": \"add\", \"arguments\": {\"a\": 2}}";
    private static final String FIVE = "'result':{'content':[{'type':'text','text':'5'}]}";
    private static final String NO_SESSION = "{'jsonrpc':'2.0','error':{'code':-32000,'message':'Not initialized'},"
            + "'id':null}";
    private static final String CITY = "{'mode':'form','message':'which city?','requestedSchema':{'type':'object',"
            + "'properties':{'name':{'type':'string'}},'required':['name']}}";

    private final HttpCalls calls = new HttpCalls(8, Clock.systemUTC());
    private final McpProtocol protocol = new McpProtocol(calls, Ticker.system());
    private final List<AgentEvent> events = new ArrayList<>();

    @AfterEach
    void close() {
        calls.close();
    }

    /** Answers by method: a JSON body, {@code SSE} and events, or a status; the id of the request is put in. */
    private static ScriptedServer server(Function<String, String> answers) {
        return ScriptedServer.of((wire, request) -> answer(wire, request, answers));
    }

    private static void answer(Wire wire, Received request, Function<String, String> answers)
            throws IOException, InterruptedException {
        var message = message(request);
        var answer = answers.apply(message.path("method").asString(request.line().substring(0, 4).strip()));
        var id = message.path("id").toString();
        if (Character.isDigit(answer.charAt(0))) {
            var head = answer.split("\\|", 2);
            wire.status(head[0].replace(";", "\n"), head.length == 1 ? "" : json(head[1]));
        } else if (answer.startsWith("SSE")) {
            wire.stream(answer.substring(3).lines().map(each -> "event: message\ndata: " + json(each).replace("'ID'",
                    id).replace("\"ID\"", id) + "\n\n").collect(Collectors.joining()));
        } else {
            wire.status("200 OK\nContent-Type: application/json",
                    json("{'jsonrpc':'2.0','id':" + id + "," + answer + "}"));
        }
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static JsonNode message(Received request) {
        return request.body().isEmpty() ? Json.MAPPER.createObjectNode() : Json.MAPPER.readTree(request.body());
    }

    private static List<String> methods(ScriptedServer server) {
        return server.received().stream().map(request -> message(request).path("method").asString(
                request.line().startsWith("POST") ? "response" : request.line().substring(0, 6).strip())).toList();
    }

    private AgentOutcome call(ScriptedServer server, String input) throws InterruptedException {
        var plain = request(server.url(), null, input);
        return call(new AgentRequest(plain.endpoint(), UUID.randomUUID().toString(), plain.runId(), plain.messages(),
                Options.NONE, plain.bounds()), Duration.ofSeconds(20));
    }

    private AgentOutcome call(AgentRequest request, Duration limit) throws InterruptedException {
        return protocol.call(request, Requests.in(limit), events::add);
    }

    private static AgentRequest request(String url, @Nullable String version, String... said) {
        return request(Requests.endpoint(url, Map.of()), version,
                Stream.of(said).map(Message::user).toArray(Message[]::new));
    }

    private static AgentRequest request(Endpoint endpoint, @Nullable String version, Message... said) {
        return new AgentRequest(endpoint.through(new Access.Mcp(version, null)), "thread-1",
                UUID.randomUUID().toString(), List.of(said), Options.NONE, StreamBounds.DEFAULT);
    }

    /** The next turn: the answer to what the reply asks. */
    private static AgentRequest answering(AgentRequest request, AgentReply asked, String answer) {
        var payload = Json.MAPPER.readTree(answer);
        return new AgentRequest(request.endpoint(), request.conversationId(), UUID.randomUUID().toString(),
                request.messages(), Options.NONE, request.bounds()).continuing(
                        new Continuation(null,
                                asked.interrupts().stream().map(each -> each.resolved(payload)).toList(), null,
                                asked.sequel().memory(), payload));
    }

    private static AgentReply reply(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    private static String failed(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentFailure.class);
        return ((AgentFailure) outcome).text();
    }

    private static String modern(String method) {
        return switch (method) {
            case "server/discover" -> "'result':{'supportedVersions':['2026-07-28'],'resultType':'complete'}";
            case "tools/call" -> FIVE;
            default -> "405 Method Not Allowed";
        };
    }

    private static String legacy(String method) {
        return switch (method) {
            case "initialize" -> "'result':{'protocolVersion':'2025-11-25','capabilities':{}}";
            case "notifications/initialized", "POST", "DELE" -> "202 Accepted";
            case "tools/call" -> FIVE;
            case "GET" -> "405 Method Not Allowed";
            default -> "400 Bad Request;Content-Type: application/json|" + NO_SESSION;
        };
    }

    @Test
    void aServerWithoutAHandshakeGetsSingleRequests() throws Exception {
        try (var server = server(method -> method.equals("tools/call")
                ? FIVE.replace("}]}", "}],'structuredContent':{'sum':5}}")
                : modern(method))) {
            var reply = reply(call(server, ADD));

            assertThat(methods(server)).containsExactly("server/discover", "tools/call", "tools/list");
            assertThat(server.received().get(1).headers()).containsEntry("mcp-protocol-version", "2026-07-28")
                    .containsEntry("mcp-method", "tools/call").containsEntry("mcp-name", "add")
                    .containsEntry("accept", "text/event-stream, application/json").doesNotContainKey("mcp-session-id");
            var meta = message(server.received().get(1)).path("params").path("_meta");
            assertThat(meta.path("io.modelcontextprotocol/protocolVersion").asString()).isEqualTo("2026-07-28");
            assertThat(meta.path("io.modelcontextprotocol/clientCapabilities").path("elicitation").has("form"))
                    .isTrue();
            assertThat(reply.content().text()).isEqualTo("5");
            assertThat(reply.content().toolCalls()).singleElement().satisfies(call -> {
                assertThat(call.name()).isEqualTo("add");
                assertThat(call.arguments()).hasToString("{\"a\":2}");
            });
            assertThat(reply.content().toolResults()).singleElement().satisfies(result -> {
                assertThat(result.content()).hasToString("{\"sum\":5}");
                assertThat(result.received()).isEqualTo("5");
                assertThat(result.error()).isFalse();
            });
        }
    }

    @Test
    void aServerWithAHandshakeIsFoundAndItsSessionIsKeptAndEnded() throws Exception {
        try (var server = server(method -> method.equals("initialize")
                ? "200 OK;Content-Type: application/json;Mcp-Session-Id: session-4711|{'jsonrpc':'2.0','id':"
                        + "'initialize','result':{'protocolVersion':'2025-06-18'}}"
                : legacy(method))) {
            var first = request(server.url(), null, ADD);
            reply(call(first, Duration.ofSeconds(20)));
            reply(call(request(server.url(), null, ADD), Duration.ofSeconds(20)));
            protocol.hangUp(first.endpoint(), first.conversationId());

            assertThat(methods(server)).containsExactly("server/discover", "initialize", "notifications/initialized",
                    "GET /", "tools/call", "tools/call", "DELETE");
            assertThat(server.received().subList(2, 7)).allSatisfy(each -> assertThat(each.headers())
                    .containsEntry("mcp-session-id", "session-4711")
                    .containsEntry("mcp-protocol-version", "2025-06-18"));
        }
    }

    @Test
    void whatAServerWasFoundToSpeakIsNotAskedAgain() throws Exception {
        try (var server = server(McpProtocolTest::legacy)) {
            var first = request(server.url(), null, ADD);
            reply(call(first, Duration.ofSeconds(20)));
            protocol.hangUp(first.endpoint(), first.conversationId());
            reply(call(request(server.url(), null, ADD), Duration.ofSeconds(20)));

            assertThat(methods(server)).containsOnlyOnce("server/discover").filteredOn("initialize"::equals)
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found;Content-Type: application/json|{'error':{'code':-32601,'message':'no'}}",
        "400 Bad Request|{'error':{'code':-32021,'message':'capabilities'}}",
        "400 Bad Request|{'error':{'code':-32022,'message':'v','data':{'supported':['2026-07-28']}}}"})
    void someRefusalsAreOfTheNewEra(String refusal) throws Exception {
        try (var server = server(method -> method.equals("server/discover") ? refusal : modern(method))) {
            assertThat(reply(call(server, ADD)).content().text()).isEqualTo("5");

            assertThat(methods(server)).containsExactly("server/discover", "tools/call");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"'error':{'code':-32601,'message':'Method not found'}", "404 Not Found",
        "500 Oh", "400 Bad Request|{'error':'Missing mcp-session-id header'}", "'result':{}",
        "200 OK;Content-Type: text/html|<html>", "'result':{'supportedVersions':['2025-03-26']}"})
    void everythingElseLeadsToAHandshake(String refusal) throws Exception {
        try (var server = server(method -> method.equals("server/discover") ? refusal : legacy(method))) {
            assertThat(reply(call(server, ADD)).content().text()).isEqualTo("5");

            assertThat(methods(server)).startsWith("server/discover", "initialize");
        }
    }

    @Test
    void aVersionOfTheConfigurationIsNotSought() throws Exception {
        try (var server = server(McpProtocolTest::legacy)) {
            reply(call(request(server.url(), "2025-03-26", ADD), Duration.ofSeconds(20)));

            assertThat(message(server.received().getFirst()).path("params").path("protocolVersion").asString())
                    .isEqualTo("2025-03-26");
        }
    }

    @Test
    void aVersionThatMusterDoesNotSpeakIsNamed() throws Exception {
        try (var server = server(_ -> "'result':{'supportedVersions':['2031-01-01']}")) {
            assertThat(failed(call(server, ADD))).startsWith("agent error: the server speaks version 2031-01-01 of MCP,"
                    + " and Muster speaks 2026-07-28, 2025-11-25").contains(" (POST " + server.url());
        }
    }

    @Test
    void aSessionThatIsGoneIsBegunAgainOnce() throws Exception {
        var calls = new AtomicInteger();
        try (var server = server(method -> method.equals("initialize")
                ? "200 OK;Content-Type: application/json;Mcp-Session-Id: s" + calls.get()
                        + "|{'jsonrpc':'2.0','id':'initialize','result':{'protocolVersion':'2025-11-25'}}"
                : method.equals("tools/call") && calls.getAndIncrement() == 0 ? "404 Not Found" : legacy(method))) {
            assertThat(reply(call(server, ADD)).content().text()).isEqualTo("5");

            assertThat(server.received().getLast().headers()).containsEntry("mcp-session-id", "s1");
        }
        try (var server = server(method -> method.equals("tools/call") ? "404 Not Found"
                : method.equals("initialize") ? "200 OK;Content-Type: application/json;Mcp-Session-Id: s|{'jsonrpc':"
                        + "'2.0','id':'initialize','result':{'protocolVersion':'2025-11-25'}}" : legacy(method))) {
            assertThat(failed(call(server, ADD))).startsWith("agent refused: HTTP 404");
        }
    }

    @Test
    void allPagesOfTheToolsAreListed() throws Exception {
        var page = new AtomicInteger();
        try (var server = server(method -> !method.equals("tools/list") ? modern(method)
                : "'result':{'tools':[{'name':'t" + page.incrementAndGet() + "'}]"
                        + (page.get() < 3 ? ",'nextCursor':'c" + page.get() + "'" : "") + "}")) {
            var reply = reply(call(server, " list "));

            assertThat(reply.content().text()).isEqualTo(
                    "{\"tools\":[{\"name\":\"t1\"},{\"name\":\"t2\"},{\"name\":\"t3\"}]}");
            assertThat(reply.content().toolCalls()).isEmpty();
            assertThat(message(server.received().getLast()).path("params").path("cursor").asString()).isEqualTo("c2");
        }
        try (var server = server(method -> method.equals("tools/list")
                ? "'result':{'tools':[],'nextCursor':'again'}" : modern(method))) {
            assertThat(failed(call(server, "list"))).startsWith(
                    "agent error: tools/list names the cursor \"again\" a second time");
            assertThat(methods(server)).filteredOn("tools/list"::equals).hasSize(2);
        }
    }

    @Test
    void whatIsNoTextIsKeptAsEvents() throws Exception {
        try (var server = server(method -> method.equals("tools/call") ? """
                SSE{'jsonrpc':'2.0','method':'notifications/progress','params':{'progress':1,'message':'half'}}
                {'jsonrpc':'2.0','id':ID,'result':{'content':[{'type':'text','text':'a'},{'type':'image','data':'QQ==',\
                'mimeType':'image/png'},{'type':'text','text':'b'},{'type':'resource_link','uri':'x:y'}]}}"""
                .replace("'id':ID", "'id':'ID'") : modern(method))) {
            var reply = reply(call(server, ADD));

            assertThat(reply.content().text()).isEqualTo("a\nb");
            assertThat(reply.content().custom()).extracting(each -> each.path("name").asString())
                    .containsExactly("progress", "image", "resource_link");
        }
    }

    @Test
    void aFailedToolIsAReplyAndAFailedRequestIsNot() throws Exception {
        try (var server = server(method -> method.equals("tools/call")
                ? "'result':{'isError':true,'content':[{'type':'text','text':'kaboom'}]}" : modern(method))) {
            var reply = reply(call(server, ADD));

            assertThat(reply.content().text()).isEqualTo("kaboom");
            assertThat(reply.content().toolResults()).singleElement().matches(result -> result.error());
        }
        try (var server = server(method -> method.equals("tools/call")
                ? "'error':{'code':-32602,'message':'Tool nope not found'}" : modern(method))) {
            assertThat(call(server, ADD)).isEqualTo(AgentFailure.Agent.declared(
                    "agent error: Tool nope not found (-32602) (POST " + server.url() + "/)"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "", "{\"tool\": \"\"}", "{\"tool\": \"a\", \"args\": {}}",
        "{\"tool\": \"a\", \"arguments\": 5}", "[]", "{\"tool\": \"a\""})
    void anInputThatIsNoCallIsSaidToBeNone(String input) throws Exception {
        try (var server = server(McpProtocolTest::modern)) {
            assertThat(failed(call(server, input))).startsWith("agent refused: the input of an MCP server is"
                    + " {\"tool\": \"NAME\", \"arguments\": {…}} or list, not ");
        }
    }

    @Test
    void attachmentsAreRefused() throws Exception {
        try (var server = server(McpProtocolTest::modern)) {
            var message = new Message("user", List.of(new ContentPart.Text(ADD), new ContentPart.Media("image", null,
                    "QQ==", "image/png", null)), List.of(), null);

            assertThat(failed(call(request(Requests.endpoint(server.url(), Map.of()), null, message),
                    Duration.ofSeconds(9)))).contains("takes no attachments");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"value\":{\"name\":\"Paris\"}} {\"action\":\"accept\",\"content\":{\"name\":\"Paris\"}}",
        "\"Paris\" {\"action\":\"accept\",\"content\":{\"name\":\"Paris\"}}",
        "{\"approve\":false,\"reason\":\"no\"} {\"action\":\"decline\"}",
        "{\"value\":{\"action\":\"cancel\"}} {\"action\":\"cancel\"}"})
    void aQuestionWithoutAHandshakeIsAnsweredByTheSameRequestAgain(String answer) throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> answer(wire, request,
                method -> !method.equals("tools/call") ? modern(method)
                        : message(request).path("params").has("inputResponses") ? FIVE
                                : "'result':{'resultType':'input_required','requestState':'st1','inputRequests':"
                                        + "{'city':{'method':'elicitation/create','params':" + CITY + "}}}"))) {
            var request = request(server.url(), null, ADD);
            var asked = reply(call(request, Duration.ofSeconds(20)));

            assertThat(asked.content().text()).isEqualTo("which city?");
            assertThat(asked.awaiting()).isTrue();
            assertThat(asked.content().toolCalls()).isEmpty();
            var done = reply(call(answering(request, asked, answer.substring(0, answer.lastIndexOf(" {"))),
                    Duration.ofSeconds(20)));
            assertThat(done.content().toolCalls()).singleElement().matches(call -> call.name().equals("add"));
            var sent = message(server.received().getLast()).path("params");
            assertThat(sent.path("inputResponses").path("city")).hasToString(
                    answer.substring(answer.lastIndexOf(" {") + 1));
            assertThat(sent.path("requestState").asString()).isEqualTo("st1");
            assertThat(sent.path("arguments")).hasToString("{\"a\":2}");
        }
    }

    /** The old way: the question comes by the stream of the server, while the call is open. */
    @Test
    void aQuestionOfAnOpenCallIsAnsweredInTheNextTurn() throws Exception {
        var asking = new CompletableFuture<Wire>();
        var answered = new CompletableFuture<JsonNode>();
        try (var server = ScriptedServer.of((wire, request) -> {
            var message = message(request);
            if (request.line().startsWith("GET")) {
                wire.streamHead();
                asking.complete(wire);
                wire.hang();
            } else if (message.path("method").asString("").equals("tools/call")) {
                asking.join().raw("data: " + json("{'jsonrpc':'2.0','id':0,'method':'elicitation/create','params':"
                        + CITY + "}") + "\n\n");
                var city = answered.join().path("result").path("content").path("name").asString("none");
                answer(wire, request, _ -> "'result':{'content':[{'type':'text','text':'booked " + city + "'}]}");
            } else {
                if (message.has("result")) {
                    answered.complete(message);
                }
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            var request = request(server.url(), "2025-11-25", ADD);
            var asked = reply(call(request, Duration.ofSeconds(20)));
            assertThat(asked.interrupts()).singleElement().matches(each -> "which city?".equals(each.message()));

            var done = reply(call(answering(request, asked, "\"Rome\""), Duration.ofSeconds(20)));

            assertThat(done.content().text()).isEqualTo("booked Rome");
            assertThat(answered.get().path("id").asInt()).isZero();
            protocol.hangUp(request.endpoint(), request.conversationId());
        }
    }

    @Test
    void otherWishesOfAServerAreDeclined() throws Exception {
        var declined = new CompletableFuture<JsonNode>();
        try (var server = ScriptedServer.of((wire, request) -> {
            var message = message(request);
            if (message.has("error")) {
                declined.complete(message);
            }
            if (message.path("method").asString("").equals("tools/call")) {
                wire.streamHead();
                wire.raw("data: " + json("{'jsonrpc':'2.0','id':7,'method':'sampling/createMessage','params':{}}")
                        + "\n\n");
                declined.join();
                wire.raw("data: " + json("{'jsonrpc':'2.0','id':" + message.path("id") + "," + FIVE + "}") + "\n\n");
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            var reply = reply(call(request(server.url(), "2025-11-25", ADD), Duration.ofSeconds(20)));

            assertThat(reply.warnings()).containsExactly(
                    "the server asked for sampling/createMessage, which Muster does not offer");
            assertThat(declined.get().path("error").path("code").asInt()).isEqualTo(-32601);
        }
        try (var server = server(method -> method.equals("tools/call") ? "'result':{'resultType':'input_required',"
                + "'inputRequests':{'r':{'method':'roots/list'}}}" : modern(method))) {
            assertThat(failed(call(server, ADD))).startsWith(
                    "agent error: add needs roots/list, which Muster does not offer");
        }
    }

    @Test
    void aServerThatWantsToBeCalledAgainWithoutEndIsNot() throws Exception {
        try (var server = server(method -> method.equals("tools/call")
                ? "'result':{'resultType':'input_required','requestState':'x'}" : modern(method))) {
            assertThat(failed(call(server, ADD))).contains("more than 10 times");
            assertThat(server.received()).hasSize(12);
        }
    }

    @Test
    void argumentsThatBelongIntoHeadersAreRepeatedThere() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> answer(wire, request, method -> switch (method) {
            case "tools/list" -> "'result':{'tools':[{'name':'add','inputSchema':{'properties':{'a':{'type':'string',"
                    + "'x-mcp-header':'Region'}}}}]}";
            case "tools/call" -> request.headers().containsKey("mcp-param-region") ? FIVE
                    : "400 Bad Request|{'error':{'code':-32020,'message':'headers'}}";
            default -> modern(method);
        }))) {
            reply(call(server, "{\"tool\": \"add\", \"arguments\": {\"a\": \"süd\"}}"));

            assertThat(server.received().getLast().headers()).containsEntry("mcp-param-region", "=?base64?c8O8ZA==?=");
        }
    }

    @Test
    void aToolsNameCannotBreakItsHeader() throws Exception {
        try (var server = server(McpProtocolTest::modern)) {
            reply(call(server, "{\"tool\": \"a\\r\\nX-Evil: 1\"}"));

            assertThat(server.received().getLast().headers()).doesNotContainKey("x-evil")
                    .containsEntry("mcp-name", "=?base64?YQ0KWC1FdmlsOiAx?=");
        }
    }

    @Test
    void aServerThatWantsALoginIsToldWithAWayOut() throws Exception {
        try (var server = server(_ -> "401 Unauthorized;WWW-Authenticate: Bearer|no")) {
            assertThat(failed(call(server, ADD))).startsWith("agent refused: HTTP 401 Unauthorized").endsWith(
                    "write headers: { Authorization: \"Bearer ${ENV.MCP_TOKEN}\" }");
        }
    }

    @Test
    void anAddressOfTheOldestTransportIsNamed() throws Exception {
        try (var server = server(_ -> "405 Method Not Allowed")) {
            assertThat(failed(call(request(server.url() + "/sse", null, ADD), Duration.ofSeconds(9)))).endsWith(
                    "this may be the transport of 2024-11-05, HTTP+SSE, which Muster does not speak: look for the"
                            + " server's /mcp");
        }
    }

    @Test
    void theSessionsIdIsASecret() throws Exception {
        try (var server = server(method -> method.equals("initialize")
                ? "200 OK;Content-Type: application/json;Mcp-Session-Id: session-4711|{'jsonrpc':'2.0','id':"
                        + "'initialize','result':{'protocolVersion':'2025-06-18'}}"
                : legacy(method))) {
            reply(call(server, ADD));

            assertThat(events).contains(new AgentEvent.Learned("session-4711"));
        }
    }

    @Test
    void aServerAtAHostThatIsNotAllowedIsNotCalled() throws Exception {
        try (var strict = new HttpCalls(1, Clock.systemUTC(), AllowedHosts.parse("example.com"));
                var server = server(McpProtocolTest::modern)) {
            var outcome = new McpProtocol(strict, Ticker.system()).call(request(server.url(), null, ADD),
                    Requests.in(Duration.ofSeconds(9)), _ -> {});

            assertThat(outcome).isInstanceOf(AgentFailure.Refused.class);
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void anEndlessStreamThatIsNotTheCallsIsBounded() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            if (request.line().startsWith("GET")) {
                wire.streamHead();
                wire.endlessly(json("data: {'jsonrpc':'2.0','method':'notifications/message','params':{}}\n\n")
                        .repeat(100), Duration.ZERO);
            } else if (message(request).path("method").asString("").equals("tools/call")) {
                wire.streamHead();
                wire.hang();
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            var request = new AgentRequest(request(server.url(), "2025-11-25", ADD).endpoint(), "thread-1", "run-1",
                    List.of(Message.user(ADD)), Options.NONE, new StreamBounds(1 << 20, 1000, 1 << 20));

            assertThat(failed(call(request, Duration.ofSeconds(20)))).startsWith(
                    "agent error: the answer exceeded the limit of ");
        }
    }

    @Test
    void anEventThatOnlyHasAnIdIsPassedOver() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            if (message(request).path("method").asString("").equals("tools/call")) {
                wire.stream("id: a_1\ndata: \n\ndata: " + json("{'jsonrpc':'2.0','id':" + message(request).path("id")
                        + "," + FIVE + "}") + "\n\n");
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            assertThat(reply(call(server, ADD)).content().text()).isEqualTo("5");
        }
    }

    @Test
    void aStreamThatEndsEarlyGoesOnBehindItsLastEvent() throws Exception {
        var id = new CompletableFuture<String>();
        try (var server = ScriptedServer.of((wire, request) -> {
            var behind = request.headers().get("last-event-id");
            if (message(request).path("method").asString("").equals("tools/call")) {
                id.complete(message(request).path("id").toString());
                wire.stream("id: a_1\ndata: \n\n");
            } else if ("a_1".equals(behind)) {
                wire.stream("id: a_2\ndata: " + json("{'jsonrpc':'2.0','method':'notifications/progress','params':{}}")
                        + "\n\n");
            } else if ("a_2".equals(behind)) {
                wire.stream("data: " + json("{'jsonrpc':'2.0','id':" + id.join() + "," + FIVE + "}") + "\n\n");
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            assertThat(reply(call(server, ADD)).content().text()).isEqualTo("5");
        }
    }

    @Test
    void aStreamThatCannotGoOnIsTruncated() throws Exception {
        for (var answer : List.of("405 Method Not Allowed",
                "SSE{'jsonrpc':'2.0','method':'notifications/progress','params':{}}")) {
            try (var server = ScriptedServer.of((wire, request) -> {
                if (message(request).path("method").asString("").equals("tools/call")) {
                    wire.stream("id: a_1\ndata: \n\n");
                } else {
                    answer(wire, request, method -> method.equals("GET") ? answer : legacy(method));
                }
            })) {
                assertThat(failed(call(server, ADD)))
                        .startsWith("agent error: the stream was truncated, it ended before"
                                + " the response to the request (");
            }
        }
    }

    @Test
    void aStreamThatIsCutWithoutEndIsTruncated() throws Exception {
        var number = new AtomicInteger();
        try (var server = ScriptedServer.of((wire, request) -> {
            if (message(request).path("method").asString("").equals("tools/call")
                    || request.headers().containsKey("last-event-id")) {
                wire.stream("id: a_" + number.incrementAndGet() + "\ndata: \n\n");
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            assertThat(failed(call(server, ADD))).startsWith("agent error: the stream was truncated");
            assertThat(number).hasValue(100);
        }
    }

    @Test
    void aServerThatAsksWithoutEndAndTakesNoAnswerHoldsOneConnection() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            var message = message(request);
            if (message.path("method").asString("").equals("tools/call")) {
                wire.streamHead();
                wire.endlessly(json("data: {'jsonrpc':'2.0','id':1,'method':'ping'}\n\n"), Duration.ZERO);
            } else if (message.has("result")) {
                wire.hang();
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            assertThat(failed(call(server, ADD))).startsWith(
                    "agent error: the server asked for more than 100 answers in one turn");

            assertThat(methods(server)).filteredOn("response"::equals).hasSizeLessThan(2);
        }
    }

    @Test
    void aServerThatTalksBetweenTurnsIsBounded() throws Exception {
        var talked = new CompletableFuture<Void>();
        try (var server = ScriptedServer.of((wire, request) -> {
            if (request.line().startsWith("GET")) {
                wire.streamHead();
                try {
                    wire.endlessly("data: " + json("{'jsonrpc':'2.0','method':'notifications/message','params':'")
                            + "x".repeat(1 << 20) + "\"}\n\n", Duration.ZERO);
                } catch (IOException e) {
                    talked.complete(null);
                }
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            var request = request(server.url(), "2025-11-25", ADD);
            reply(call(request, Duration.ofSeconds(20)));
            talked.get(20, TimeUnit.SECONDS);

            // our end of the stream knows a moment later than the server's
            var outcome = call(request, Duration.ofSeconds(20));
            for (int calls = 0; calls < 1_000 && outcome instanceof AgentReply; calls++) {
                outcome = call(request, Duration.ofSeconds(20));
            }
            assertThat(failed(outcome)).startsWith(
                    "agent error: the server sent more than 8 MiB before any of it was read (GET ")
                    .doesNotContain("POST");
        }
    }

    @Test
    void aResultThatDoesNotFitWhatItsToolDeclaresHasAWarning() throws Exception {
        var tool = "add";
        try (var server = server(method -> switch (method) {
            case "tools/list" -> "'result':{'tools':[{'name':'" + tool
                    + "','outputSchema':{'type':'object','required':['city']}}]}";
            case "tools/call" -> "'result':{'content':[{'type':'text','text':'ok'}],'structuredContent':{'degrees':3}}";
            default -> modern(method);
        })) {
            var reply = reply(call(server, ADD));

            assertThat(reply.content().text()).isEqualTo("ok");
            assertThat(reply.warnings()).singleElement().asString()
                    .startsWith("the result of " + tool + " does not fit its outputSchema: ").contains("city");
        }
    }

    @Test
    void allPagesOfAListTogetherAreBounded() throws Exception {
        var pages = new AtomicInteger();
        try (var server = server(method -> method.equals("tools/list")
                ? "'result':{'tools':[" + "{},".repeat(200_000) + "{}],'nextCursor':'c" + pages.incrementAndGet() + "'}"
                : modern(method))) {
            assertThat(failed(call(server, "list"))).startsWith(
                    "agent error: the answer exceeded the limit of 500,000 values per answer");
            assertThat(methods(server)).filteredOn("tools/list"::equals).hasSize(3);
        }
    }

    @Test
    void anAnswerToNothingAskedIsPassedOver() throws Exception {
        try (var server = server(method -> method.equals("notifications/initialized")
                ? "202 Accepted;Content-Type: text/plain|OK" : legacy(method))) {
            assertThat(reply(call(server, ADD)).content().text()).isEqualTo("5");
        }
    }

    /** A retry begins a session of its own, in which nothing was asked. */
    @Test
    void anAnswerInAnotherSessionIsTruncated() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            if (message(request).path("method").asString("").equals("tools/call")) {
                wire.streamHead();
                wire.raw("data: " + json("{'jsonrpc':'2.0','id':0,'method':'elicitation/create','params':" + CITY + "}")
                        + "\n\n");
                wire.hang();
            } else {
                answer(wire, request, McpProtocolTest::legacy);
            }
        })) {
            var request = request(server.url(), "2025-11-25", ADD);
            var asked = reply(call(request, Duration.ofSeconds(20)));
            protocol.hangUp(request.endpoint(), request.conversationId());

            assertThat(failed(call(answering(request, asked, "\"Rome\""), Duration.ofSeconds(20))))
                    .isEqualTo("agent error: the session that asked is gone (POST " + server.url() + "/)");
        }
    }

    @Test
    void aCallThatTakesTooLongIsCancelled() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            if (message(request).path("method").asString("").equals("tools/call")) {
                wire.hang();
            } else {
                answer(wire, request, method -> method.equals("notifications/cancelled") ? "202 Accepted"
                        : legacy(method));
            }
        })) {
            var request = request(server.url(), "2025-11-25", ADD);

            assertThat(failed(call(request, Duration.ofSeconds(3)))).startsWith("timeout after 3s");
            assertThat(message(server.received().getLast()).path("method").asString())
                    .isEqualTo("notifications/cancelled");
            assertThat(message(server.received().getLast()).path("params").path("requestId").asString())
                    .isEqualTo(request.runId());
        }
    }
}
