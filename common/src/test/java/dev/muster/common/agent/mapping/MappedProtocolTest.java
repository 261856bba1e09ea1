package dev.muster.common.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Script;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.Wire;
import dev.muster.common.agent.WithoutPlace;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.config.HttpMapping.Session;
import dev.muster.common.config.HttpMapping.Stream;
import dev.muster.common.config.TokenMapping;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests an agent with an interface of its own against a real server. */
class MappedProtocolTest {

    private static final AgentFailure OVERLOADED = AgentFailure.Agent
            .declared("agent error: the stream has an error: overloaded");
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String ASK = "{'message': '${input}'}";

    private final HttpCalls calls = new HttpCalls(4, Clock.systemUTC());

    private static void json(Wire wire, String body) throws IOException {
        wire.status("200 OK\nContent-Type: application/json", body.replace('\'', '"'));
    }

    private static void as(Wire wire, String type, String body) throws IOException {
        wire.status("200 OK\nContent-Type: " + type, body.replace('\'', '"'));
    }

    private AgentOutcome ask(MappedAgent agent, Script script) throws Exception {
        try (var server = ScriptedServer.of(script)) {
            return WithoutPlace.of(agent.ask(calls, Requests.to(server.url() + "/chat"), LONG));
        }
    }

    private static AgentReply reply(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }

    @Test
    void aJsonAnswerIsReadAtItsPaths() throws Exception {
        var answer = new AnswerMapping(null, "$.reply",
                new CallMapping("$.steps[?(@.kind=='tool')]", "$.id", "$.tool", "$.input",
                        "$.output"),
                new TokenMapping("$.usage.in", "$.usage.out", null), "$.state", "$.needs_input", "$.error", null,
                null, Map.of());

        var reply = reply(ask(MappedAgent.of(ASK, answer), (wire, _) -> json(wire, """
                {'reply': 'Shipped.', 'needs_input': true, 'error': null, 'state': {'open': 1},
                 'usage': {'in': 12, 'out': 3}, 'steps': [{'kind': 'thought'},
                 {'kind': 'tool', 'id': 'a', 'tool': 'lookup', 'input': {'order': 7}, 'output': 'found'}]}""")));

        assertThat(reply.content().text()).isEqualTo("Shipped.");
        assertThat(reply.awaiting()).isTrue();
        assertThat(reply.usage()).isEqualTo(new Usage(12, 3));
        assertThat(reply.content().state()).isEqualTo(MappedAgent.json("{'open': 1}"));
        assertThat(reply.content().toolCalls()).singleElement()
                .satisfies(call -> assertThat(call.name() + call.arguments()).isEqualTo("lookup{\"order\":7}"));
        assertThat(reply.content().toolResults()).singleElement()
                .satisfies(result -> assertThat(result.content().stringValue()).isEqualTo("found"));
    }

    @Test
    void aValueThatIsRepeatedWithoutEndIsNotSent() throws Exception {
        var agent = MappedAgent.of("{'text': '" + "${large}".repeat(3_000) + "'}", MappedAgent.REPLY).given("large",
                "x".repeat(10_000_000));

        assertThat(ask(agent, (wire, _) -> json(wire, "{'reply': 'never'}"))).isEqualTo(new AgentFailure.Refused(0,
                "agent refused: the request is too large: the values that are filled in have more than 64 million "
                        + "characters together"));
    }

    @Test
    void aCallWhoseNameIsNowhereIsAnError() throws Exception {
        var answer = new AnswerMapping(null, "$.reply", new CallMapping("$.steps[*]", null, "$.function", null, null),
                null, null,
                null, null, null, null, Map.of());

        assertThat(((AgentFailure) ask(MappedAgent.of(ASK, answer),
                (wire, _) -> json(wire, "{'reply': 'ok', 'steps': [{'fn': 'delete_all'}]}"))).text())
                .isEqualTo("agent error: response.tool_calls.name ($.function) is nowhere in the call"
                        + " {\"fn\":\"delete_all\"}; muster probe shows what each path of the mapping finds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "''", "' '", "7", "{}"})
    void aCallWithoutATextForItsNameIsAnError(String name) throws Exception {
        var answer = new AnswerMapping(null, "$.reply", new CallMapping("$.steps[*]", null, "$.fn", null, null), null,
                null,
                null, null, null, null, Map.of());

        assertThat(text(ask(MappedAgent.of(ASK, answer),
                (wire, _) -> json(wire, "{'reply': 'ok', 'steps': [{'fn': " + name + "}]}"))))
                .startsWith("agent error: response.tool_calls.name ($.fn) is nowhere in the call {\"fn\":");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "422 | {'detail': [{'type': 'missing', 'loc': ['body', 'user_query'], 'msg': 'Field required'}, {'type':"
                + " 'missing', 'loc': ['body', 'in', 'id']}, {'type': 'int_type', 'loc': ['body', 'n']}]}"
                + " | HTTP 422: the body lacks user_query, in.id: {",
        "400 | {'errors': [{'message': 'is required', 'field': 'question'}]} | HTTP 400: the body lacks question: {",
        "422 | {'detail': [{'type': 'missing', 'loc': ['header', 'x-key']}]} | HTTP 422: {", "400 | no | HTTP 400: no"})
    void aRefusedBodySaysWhatItLacks(String status, String body, String said) throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status(status + " Refused", body.replace('\'', '"')))) {
            assertThat(
                    text(MappedAgent.of(ASK, MappedAgent.REPLY).ask(calls, Requests.to(server.url() + "/chat"), LONG)))
                    .startsWith("agent error: " + said).endsWith("; check its 'body' in muster.yaml");
        }
    }

    @Test
    void aTextThatIsNullIsNone() throws Exception {
        assertThat(text(ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> json(wire, "{'reply': null}"))))
                .contains("response.text ($.reply) is null in the answer: {\"reply\": null}");
        assertThat(reply(ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> json(wire, "{'reply': ''}")))
                .content().text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson"})
    void aByteOrderMarkIsNoPartOfTheAnswer(String type) throws Exception {
        assertThat(reply(ask(MappedAgent.of(ASK, MappedAgent.REPLY),
                (wire, _) -> as(wire, type, "\uFEFF{'reply': 'ok'}\n"))).content().text()).isEqualTo("ok");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstEvent() throws Exception {
        assertThat(reply(ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> as(wire, "text/event-stream",
                "\uFEFFdata: {'reply': 'o'}\n\ndata: {'reply': 'k'}\n\n"))).content().text()).isEqualTo("ok");
    }

    @Test
    void theEndOfAStreamThatIsNotMappedIsNamed() throws Exception {
        assertThat(((AgentFailure) ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> as(wire,
                "text/event-stream", "data: {'reply': 'ok'}\n\ndata: [DONE]\n\n"))).text())
                .contains("the event [DONE] is not JSON; if it ends the answer, set done: \"[DONE]\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"text/event-stream|data: {'reply': 'a'}#data: {'reply': 'b'}#",
        "application/x-ndjson|{'reply': 'a'}#{'x': 1}#{'reply': 'b'}#", "application/json|{'reply': 'ab'}",
        "application/problem+json|{'reply': ['a', 'b']}", "text/plain|{'reply': 'ab'}"})
    void theContentTypeSaysHowTheAnswerArrives(String type, String body) throws Exception {
        var reply = reply(ask(MappedAgent.of(ASK, MappedAgent.REPLY),
                (wire, _) -> as(wire, type, body.replace("#", type.startsWith("text/e") ? "\n\n" : "\n"))));

        assertThat(reply.content().text()).isEqualTo("ab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/event-stream", "application/x-ndjson"})
    void anEventOfAnErrorFailsTheTurn(String type) throws Exception {
        var start = "{'type': 'start'}#{'type': 'delta', 'reply': 'We '}#";

        assertThat(events(type, start + "{'type': 'error', 'message': 'overloaded'}#")).isEqualTo(OVERLOADED);
        assertThat(events(type, "{'type': 'start'}#{'kind': 'error', 'detail': 'overloaded'}#")).isEqualTo(OVERLOADED);
        assertThat(events(type, start + "{'error': {'message': 'overloaded'}}#")).isEqualTo(OVERLOADED);
        assertThat(events(type, "{'error': 'overloaded', 'reply': null}#" + start)).isEqualTo(OVERLOADED);
        assertThat(reply(events(type, start + "{'error': null}#{'type': 'tool_result', 'error': 'no file'}#"
                + "{'type': 'delta', 'reply': 'know.', 'error': 'slow'}#")).content().text()).isEqualTo("We know.");
    }

    private AgentOutcome events(String type, String events) throws Exception {
        var lines = events.replace("#", "\n\n").strip().lines().filter(line -> !line.isEmpty())
                .map(line -> type.startsWith("text/e") ? "data: " + line + "\n\n" : line + "\n")
                .collect(Collectors.joining());
        return ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> as(wire, type, lines));
    }

    @Test
    void aPlainTextIsTheAnswer() throws Exception {
        var answer = new AnswerMapping(Stream.TEXT, null, null, null, null, null, null, null, null, Map.of());

        assertThat(reply(ask(MappedAgent.of(ASK, answer), (wire, _) -> as(wire, "text/html", "Grüße, 漢字 🦆")))
                .content().text()).isEqualTo("Grüße, 漢字 🦆");
    }

    @Test
    void templatesKeepTypesAndEscapeWhereTheyStand() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> json(wire, "{'reply': 'ok'}"))) {
            var agent = MappedAgent.of("{'text': '${input}!', 'all': '${messages}', 'n': 3, 'no': '${carry.x}'}",
                    MappedAgent.REPLY).given("case.user", "a b&c/d");
            var request = Requests.to(server.url() + "/u/${case.user}?q=${input}");

            reply(agent.ask(calls, request, LONG));

            var received = server.received().getFirst();
            assertThat(received.line()).startsWith("POST /u/a%20b%26c%2Fd?q=Hello HTTP");
            assertThat(Json.MAPPER.readTree(received.body())).isEqualTo(MappedAgent.json(
                    "{'text': 'Hello!', 'all': [{'role': 'user', 'content': 'Hello'}], 'n': 3}"));
        }
    }

    @Test
    void aSessionIsOpenedOnceAndCarriedOn() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> json(wire, request.line().contains("/sessions")
                ? "{'session_id': 42, 'region': 'eu'}"
                : "{'reply': 'ok', 'next': 'c-" + request.body().length() + "'}"))) {
            var agent = MappedAgent.of(
                    "{'s': '${session.id}', 'r': '${session.region}', 'c': '${carry.cursor}', 'm': '${input}'}",
                    new AnswerMapping(null, "$.reply", null, null, null, null, null, null, null,
                            Map.of("cursor", "$.next")))
                    .with(new Session("POST", server.url() + "/sessions", Map.of(), null, "$.session_id"));
            var first = Requests.to(server.url() + "/chat");

            var reply = reply(agent.ask(calls, first, LONG));
            reply(agent.ask(calls, Requests.remembering(first, reply.sequel().memory()), LONG));

            assertThat(server.received())
                    .extracting(received -> received.line().replaceFirst("^POST ", "").replaceFirst(" HTTP.*", ""))
                    .containsExactly("/sessions", "/chat", "/chat");
            assertThat(server.received().get(1).body()).isEqualTo("{\"s\":42,\"r\":\"eu\",\"m\":\"Hello\"}");
            assertThat(server.received().get(2).body()).contains("\"c\":\"c-");
        }
    }

    /** Returns a server that gives out tokens t1, t2, … and repeats what it is sent, except a token that it refuses. */
    private static ScriptedServer givingTokens(String refused) {
        var tokens = new AtomicInteger();
        return ScriptedServer.of((wire, request) -> {
            var sent = String.valueOf(request.headers().get("authorization"));
            if (request.line().contains("/token")) {
                json(wire, "{'access_token': 't" + tokens.incrementAndGet() + "', 'expires_in': 3600}");
            } else if (sent.equals(refused)) {
                wire.status("401 Unauthorized", "expired");
            } else {
                json(wire, "{'reply': '" + sent + "'}");
            }
        });
    }

    private AgentProtocol withOauth(ScriptedServer server) {
        return MappedAgent.of(ASK, MappedAgent.REPLY)
                .with(new HttpAuth.OAuth2(server.url() + "/token", "an id", "a&secret", "chat", false)).over(calls);
    }

    @Test
    void aTokenIsFetchedOnce() throws Exception {
        try (var server = givingTokens("none")) {
            var protocol = withOauth(server);
            var request = Requests.to(server.url() + "/chat");

            for (int call = 0; call < 2; call++) {
                assertThat(reply(protocol.call(request, Requests.in(LONG), _ -> {})).content().text())
                        .isEqualTo("Bearer t1");
            }

            var asked = server.received().getFirst();
            assertThat(server.received()).hasSize(3);
            assertThat(asked.body()).isEqualTo("grant_type=client_credentials&scope=chat");
            assertThat(asked.headers().get("authorization")).isEqualTo("Basic "
                    + Base64.getEncoder().encodeToString("an+id:a%26secret".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void aRefusedTokenIsFetchedAnewOnce() throws Exception {
        try (var server = givingTokens("Bearer t1")) {
            var outcome = withOauth(server).call(Requests.to(server.url() + "/chat"), Requests.in(LONG), _ -> {});

            assertThat(reply(outcome).content().text()).isEqualTo("Bearer t2");
            assertThat(server.received()).extracting(received -> received.line().split(" ", -1)[1])
                    .containsExactly("/token", "/chat", "/token", "/chat");
        }
    }

    @Test
    void anErrorInsideA200IsTheAgents() throws Exception {
        var answer = new AnswerMapping(null, "$.reply", null, null, null, null, "$.error.message", null, null,
                Map.of());

        assertThat(ask(MappedAgent.of(ASK, answer), (wire, _) -> json(wire, "{'error': {'message': 'no model'}}")))
                .isEqualTo(AgentFailure.Agent.declared("agent error: no model"));
    }

    @Test
    void anAnswerWithoutTheTextShowsWhatCame() throws Exception {
        var outcome = ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> json(wire, "{'answer': 'hi'}"));

        assertThat(((AgentFailure) outcome).text()).isEqualTo("agent error: response.text ($.reply) is nowhere in the"
                + " answer: {\"answer\": \"hi\"}; muster probe shows what each path of the mapping finds");
    }

    @Test
    void anEmptyAnswerSaysSo() throws Exception {
        for (var type : List.of("application/json", "text/event-stream", "application/x-ndjson")) {
            assertThat(ask(MappedAgent.of(ASK, MappedAgent.REPLY), (wire, _) -> as(wire, type, "")))
                    .isEqualTo(AgentFailure.Agent.undeclared("agent error: the answer is empty"));
        }
    }

    @Test
    void aLineCutInTheMiddleIsTruncated() throws Exception {
        assertThat(ask(MappedAgent.of(ASK, MappedAgent.REPLY),
                (wire, _) -> as(wire, "application/x-ndjson", "{'reply': 'a'}\n{'rep")))
                .isInstanceOf(AgentFailure.Truncated.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$.steps", "$.steps[?(@.tool)]"})
    void aHundredThousandCallsAreRefused(String each) throws Exception {
        var answer = new AnswerMapping(null, "$.reply", new CallMapping(each, null, "$.tool", null, null), null, null,
                null, null,
                null, null, Map.of());
        var steps = "{'tool':'t'},".repeat(100_000);

        assertThat(ask(MappedAgent.of(ASK, answer), (wire, _) -> json(wire, "{'reply': 'x', 'steps': [" + steps
                + "{}]}"))).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                        failure -> assertThat(failure.text()).contains("limit of 10,000 tool calls"));
    }

    @Test
    void allPathsOfAnAnswerHaveOneBound() throws Exception {
        var answer = new AnswerMapping(null, "$.reply",
                new CallMapping("$.steps", null, "$..tool", "$..*..*..*", "$..*..*..*"),
                null, null,
                null, null, null, null, Map.of());
        var step = "{'tool': 't', 'a': [" + "[[]],".repeat(400) + "0]},";

        assertThat(ask(MappedAgent.of(ASK, answer), (wire, _) -> json(wire, "{'reply': 'x', 'steps': [" + step.repeat(
                600) + "{}]}"))).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                        failure -> assertThat(failure.text()).contains("more than 10000000 steps in this answer"));
    }

    @Test
    void aFilterOverMillionsOfValuesIsNotTried() throws Exception {
        var answer = new AnswerMapping(null, "$..[?(@.a == 1)].b", null, null, null, null, null, null, null, Map.of());

        assertThat(ask(MappedAgent.of(ASK, answer), (wire, _) -> json(wire, "{'a': [" + "[],".repeat(2_600_000)
                + "0]}"))).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                        failure -> assertThat(failure.text()).contains("more than 500,000 values"));
    }

    @Test
    void whatIsCarriedGrowsNoFurtherThanAnAnswerMay() throws Exception {
        var answer = new AnswerMapping(null, "$.reply", null, null, null, null, null, null, null,
                Map.of("memo", "$.memo"));
        var agent = MappedAgent.of("{'m': '${input}', 'memo': '${carry.memo}'}", answer);
        var outcomes = new ArrayList<AgentOutcome>();
        try (var server = ScriptedServer.of((wire, request) -> json(wire, "{'reply': 'x', 'memo': '" + "x".repeat(
                Math.max(1 << 20, 2 * request.body().length())) + "'}"))) {
            var request = Requests.to(server.url() + "/chat");
            for (int turn = 0; turn < 5; turn++) {
                outcomes.add(agent.ask(calls, request, LONG));
                if (outcomes.getLast() instanceof AgentReply reply) {
                    request = Requests.remembering(request, reply.sequel().memory());
                }
            }
        }

        assertThat(outcomes.getFirst()).isInstanceOf(AgentReply.class);
        assertThat(outcomes.getLast()).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                failure -> assertThat(failure.text()).contains("limit of 8 MiB per event"));
    }

    @Test
    void aTokenEndpointIsBoundedAndNotFollowedAndItsTokenMustFitAHeader() throws Exception {
        assertThat(text(withToken((wire, _) -> {
            wire.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"access_token\":\"");
            wire.endlessly("x".repeat(10_000), Duration.ZERO);
        }))).contains("exceeded the limit of 1 MiB");
        assertThat(text(withToken((wire, _) -> wire.status("302 Found\nLocation: http://127.0.0.1:1/t", ""))))
                .contains("HTTP 302", "http://127.0.0.1:1/t; write that address");
        assertThat(text(withToken((wire, _) -> json(wire, "{'access_token': 'a\\r\\nX-Evil: yes'}"))))
                .contains("the header 'Authorization' can't be sent").doesNotContain("Evil");
    }

    @Test
    void aRefusedTokenSaysWhyAndWhatToTry() throws Exception {
        var remedy = "; check 'token_url', 'client_id', 'client_secret' and 'scope' of its 'auth'";

        assertThat(text(withToken((wire, _) -> json(wire,
                "{'error': 'unauthorized_client', 'error_description': 'Ask Ann.', 'refresh_token': 'r-secret'}"))))
                .startsWith("agent error: there is no 'access_token' in the answer: unauthorized_client: Ask Ann. (P")
                .endsWith("/token)" + remedy).doesNotContain("r-secret");
        assertThat(text(withToken((wire, _) -> wire.status("400 Bad Request", "{\"error\":\"invalid_scope\"}"))))
                .contains("HTTP 400: {\"error\":\"invalid_scope\"} (POST").endsWith(remedy);
        assertThat(text(withToken((wire, _) -> wire.status("500 Internal Server Error", "boom"))))
                .endsWith("; check the agent's log");
    }

    @Test
    void everyTokenOfTheTokenCallIsASecret() throws Exception {
        for (var answer : List.of("200 OK|{'access_token': 'a-1', 'refresh_token' : 'r-1', 'id_token':'i-1'}",
                "200 OK|{'data': {'access_token': 'a-1'}, 'refresh_token': 'r-1', 'id_token': 'i-1'}",
                "200 OK|access_token=a-1&refresh_token=r-1&id_token=i-1",
                "400 Bad Request|{'access_token': 'a-1', 'refresh_token': 'r-1', 'id_token': 'i-1'}")) {
            var learned = new ArrayList<String>();
            try (var server = ScriptedServer.of((wire, request) -> {
                if (request.line().contains("/token")) {
                    wire.status(answer.replaceFirst("\\|.*", "") + "\nContent-Type: application/json",
                            answer.replaceFirst(".*\\|", "").replace('\'', '"'));
                } else {
                    json(wire, "{'reply': 'ok'}");
                }
            })) {
                withOauth(server).call(Requests.to(server.url() + "/chat"), Requests.in(LONG), event -> {
                    if (event instanceof AgentEvent.Learned(var secret)) {
                        learned.add(secret);
                    }
                });
            }
            assertThat(learned).as(answer).contains("a-1", "r-1", "i-1");
        }
    }

    @Test
    void aFailureOfTheServerNamesItsLog() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status("500 Internal Server Error", "<html>boom"))) {
            assertThat(text(MappedAgent.of(ASK, MappedAgent.REPLY).ask(calls, Requests.to(server.url()), LONG)))
                    .endsWith("/); check the agent's log");
        }
    }

    @Test
    void aServerThatWantsAWebSocketIsNamed() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status("426 Upgrade Required", ""))) {
            assertThat(text(MappedAgent.of(ASK, MappedAgent.REPLY).ask(calls, Requests.to(server.url()), LONG)))
                    .contains("HTTP 426").endsWith("; it speaks WebSocket: write ws:// or wss:// in its 'url'");
        }
    }

    private static String text(AgentOutcome outcome) {
        return ((AgentFailure) outcome).text();
    }

    /** Asks an agent whose token comes from this script; fails when the agent itself is asked. */
    private AgentOutcome withToken(Script token) throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            if (request.line().contains("/token")) {
                token.answer(wire, request);
            } else {
                json(wire, "{'reply': 'asked with " + request.headers() + "'}");
            }
        })) {
            return MappedAgent.of(ASK, MappedAgent.REPLY)
                    .with(new HttpAuth.OAuth2(server.url() + "/token", "id", "secret",
                            null, false))
                    .ask(calls, Requests.to(server.url() + "/chat"), LONG);
        }
    }

    @Test
    void aGetSendsNoBody() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> json(wire, "{'reply': 'ok'}"))) {
            var get = MappedAgent.of("null", MappedAgent.REPLY);
            var agent = new MappedAgent(new dev.muster.common.config.HttpMapping("GET", null, null, null,
                    get.mapping().answer()), Map.of());

            reply(agent.ask(calls, Requests.to(server.url() + "/?q=${input}"), LONG));

            assertThat(server.received().getFirst().line()).startsWith("GET /?q=Hello ");
        }
    }
}
