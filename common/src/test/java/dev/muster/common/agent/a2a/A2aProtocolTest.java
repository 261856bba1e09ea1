package dev.muster.common.agent.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.Continuation;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.Wire;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class A2aProtocolTest {

    private static final Map<String, String> KEY = Map.of("Authorization", "Bearer planted");
    private static final String NEW = "{'capabilities':{'streaming':true},'supportedInterfaces':[{'url':'grpc:x',"
            + "'protocolBinding':'GRPC','protocolVersion':'1.0'},{'url':'URL/rpc','protocolBinding':'JSONRPC',"
            + "'protocolVersion':'1.0','tenant':'acme'}]}";
    private static final String OLD = "{'protocolVersion':'0.3.0','url':'URL/rpc','preferredTransport':'JSONRPC'}";
    private static final String DONE = "{'task':{'id':'t1','contextId':'c1','status':{'state':'completed','message':"
            + "{'parts':[{'text':'Hi'}]}}}}";

    @Test
    void theCardSaysWhereAndInWhichVersionToAsk() throws Exception {
        try (var server = server("/.well-known/agent-card.json", NEW)) {
            assertThat(text(call(Requests.to(server.url())))).isEqualTo("Hi");

            assertThat(server.received()).extracting(ScriptedServer.Received::line).containsExactly(
                    "GET /.well-known/agent-card.json HTTP/1.1", "POST /rpc HTTP/1.1");
            assertThat(server.received()).allSatisfy(each -> assertThat(each.headers()).containsEntry("a2a-version",
                    "1.0"));
            assertThat(body(server, 1)).isEqualTo("{'jsonrpc':'2.0','id':'run-1','method':'SendStreamingMessage',"
                    + "'params':{'message':{'messageId':'run-1','role':'ROLE_USER','parts':[{'text':'Hello'}]},"
                    + "'tenant':'acme'}}");
        }
    }

    @Test
    void theOldVersionHasItsOwnNamesAndNoHeader() throws Exception {
        try (var server = server("/.well-known/agent.json", OLD)) {
            assertThat(text(call(Requests.to(server.url())))).isEqualTo("Hi");

            assertThat(server.received().getLast().headers()).doesNotContainKey("a2a-version");
            assertThat(body(server, 2)).isEqualTo("{'jsonrpc':'2.0','id':'run-1','method':'message/send','params':{"
                    + "'message':{'kind':'message','messageId':'run-1','role':'user','parts':[{'kind':'text','text':"
                    + "'Hello'}]},'configuration':{'acceptedOutputModes':['text/plain','application/json'],"
                    + "'blocking':true}}}");
        }
    }

    @Test
    void theCardOfAnAddressWithAPathMayBeAtItsHostOrBeNamedItself() throws Exception {
        for (var path : List.of("/agents/a", "/.well-known/agent-card.json", "/", "/agents/a?token=k x\"03|")) {
            try (var server = server("/.well-known/agent-card.json", NEW)) {
                assertThat(text(call(Requests.to(server.url() + path)))).isEqualTo("Hi");
            }
        }
    }

    @Test
    void filesGoWithTheMessageInBothForms() throws Exception {
        var media = List.<ContentPart>of(new ContentPart.Text("see"), new ContentPart.Media("image", null, "QUJD",
                "image/png", "a.png"), new ContentPart.Media("file", "https://x/y.pdf", null, "application/pdf", null));
        var message = new Message("user", media, List.of(), null);

        assertThat(parts(NEW, request -> saying(request, message)))
                .isEqualTo("[{'text':'see'},{'raw':'QUJD','mediaType':"
                        + "'image/png','filename':'a.png'},{'url':'https://x/y.pdf','mediaType':'application/pdf'}]");
        assertThat(parts(OLD, request -> saying(request, message))).isEqualTo("[{'kind':'text','text':'see'},{'kind':"
                + "'file','file':{'bytes':'QUJD','mimeType':'image/png','name':'a.png'}},{'kind':'file','file':{'uri':"
                + "'https://x/y.pdf','mimeType':'application/pdf'}}]");
    }

    @Test
    void anAnswerIsTextOrData() throws Exception {
        assertThat(parts(NEW, request -> answering(request, "\"Bonn\""))).isEqualTo("[{'text':'Bonn'}]");
        assertThat(parts(NEW, request -> answering(request, "{\"approve\":true}")))
                .isEqualTo("[{'data':{'approve':true}}]");
        assertThat(parts(OLD, request -> answering(request, "7"))).isEqualTo("[{'kind':'data','data':{'value':7}}]");
    }

    @Test
    void theNextTurnGoesOnInItsContextAndTask() throws Exception {
        try (var server = server("/.well-known/agent-card.json", NEW)) {
            var memory = ((AgentReply) call(Requests.to(server.url()))).sequel().memory();
            call(Requests.remembering(Requests.to(server.url()), memory));
            var waiting = Json.MAPPER.createObjectNode();
            waiting.set("door", Objects.requireNonNull(memory).path("door"));
            waiting.put("contextId", "c1").put("taskId", "t9");
            call(Requests.to(server.url()).continuing(new Continuation(null, List.of(new Resume("t9", true, null,
                    false)), null, waiting, null)));
            // the answer failed, and so did its task
            call(Requests.remembering(Requests.to(server.url()), waiting));

            assertThat(server.received()).hasSize(5);
            assertThat(body(server, 2)).contains("'contextId':'c1'").doesNotContain("taskId");
            assertThat(body(server, 3)).contains("'contextId':'c1','taskId':'t9'");
            assertThat(body(server, 4)).contains("'contextId':'c1'").doesNotContain("taskId");
        }
    }

    @Test
    void whatABrokenStreamLostIsReadFromItsTask() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> {
            if (request.line().startsWith("GET")) {
                wire.status("200 OK\nContent-Type: application/json", NEW.replace("URL", "").replace('\'', '"'));
            } else if (request.body().contains("GetTask")) {
                json(wire, DONE.substring(8, DONE.length() - 1));
            } else {
                wire.stream("data: {\"result\":{\"task\":{\"id\":\"t1\",\"status\":{\"state\":\"working\"}}}}\n\n");
            }
        })) {
            assertThat(text(call(Requests.to(server.url())))).isEqualTo("Hi");
        }
    }

    @Test
    void aCardThatLeadsToAHostThatIsNotAllowedIsRefused() throws Exception {
        try (var server = server("/.well-known/agent-card.json", NEW.replace("URL", "http://169.254.169.254"));
                var calls = new HttpCalls(1, Clock.systemUTC(), AllowedHosts.parse("127.0.0.1"))) {
            var outcome = new A2aProtocol(calls, Ticker.system()).call(Requests.to(server.url()), Requests.in(Duration
                    .ofSeconds(20)), _ -> {});

            assertThat(outcome).isInstanceOf(AgentFailure.Refused.class);
            assertThat(((AgentFailure) outcome).text()).contains("169.254.169.254");
        }
    }

    @Test
    void anotherHostDoesNotGetTheHeadersOfTheAgent() throws Exception {
        try (var server = server("/.well-known/agent-card.json", NEW)) {
            var near = Requests.to(Requests.to(server.url()), Requests.endpoint(server.url(), KEY));
            assertThat(call(near)).isInstanceOf(AgentReply.class);
            var named = server.url().replace("127.0.0.1", "localhost");
            var far = (AgentReply) call(Requests.to(near, Requests.endpoint(named, KEY)));

            assertThat(far.warnings()).singleElement().asString().contains("127.0.0.1", "headers were not sent");
            assertThat(server.received()).extracting(each -> each.headers().containsKey("authorization"))
                    .containsExactly(true, true, true, false);
        }
    }

    @Test
    void whatIsNoCardIsSaidWithItsAddress() throws Exception {
        for (var card : List.of("{'name':'x'}", "{'supportedInterfaces':[{'url':'x','protocolBinding':'JSONRPC',"
                + "'protocolVersion':'9.0'}]}", "[]", "{'protocolVersion':'0.1','url':'http://x'}",
                "{'url':'http://[','protocolVersion':'0.3'}")) {
            try (var server = server("/.well-known/agent-card.json", card)) {
                assertThat(((AgentFailure) call(Requests.to(server.url()))).text())
                        .startsWith("agent error: the agent card names no JSON-RPC interface")
                        .contains("(GET " + server.url() + "/.well-known/agent-card.json)");
            }
        }
    }

    @Test
    void whereNoCardIsTheFirstPlaceIsNamed() throws Exception {
        try (var server = server("/elsewhere", NEW)) {
            assertThat(((AgentFailure) call(Requests.to(server.url()))).text())
                    .startsWith("agent refused: HTTP 404").contains("/.well-known/agent-card.json");
        }
    }

    @Test
    void whatIsNotSentIsAWarning() throws Exception {
        try (var server = server("/.well-known/agent-card.json", NEW)) {
            var request = saying(Requests.to(server.url()), Message.user("a"), new Message("assistant", List.of(
                    new ContentPart.Text("b")), List.of(), null), Message.user("c"))
                    .withTools(List.of(new AgentRequest.ToolOffer("t", null, null)));

            assertThat(((AgentReply) call(request)).warnings()).hasSize(2);
        }
    }

    private static ScriptedServer server(String place, String card) {
        return ScriptedServer.of((wire, request) -> {
            if (request.line().split("[ ?]", 3)[1].equals(place) && request.line().startsWith("GET ")) {
                wire.status("200 OK\nContent-Type: application/json", card.replace("URL", "http://"
                        + Objects.requireNonNull(request.headers().get("host")).replace("localhost", "127.0.0.1"))
                        .replace('\'', '"'));
            } else if (request.line().startsWith("GET")) {
                wire.status("404 Not Found", "nothing");
            } else {
                json(wire, DONE);
            }
        });
    }

    private static void json(Wire wire, String result) throws IOException {
        wire.status("200 OK\nContent-Type: application/json", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result
                .replace('\'', '"') + "}");
    }

    private static String parts(String card, UnaryOperator<AgentRequest> change) throws Exception {
        try (var server = server("/.well-known/agent-card.json", card)) {
            assertThat(call(change.apply(Requests.to(server.url())))).isInstanceOf(AgentReply.class);
            return Json.MAPPER.readTree(server.received().getLast().body()).at("/params/message/parts").toString()
                    .replace('"', '\'');
        }
    }

    private static AgentRequest saying(AgentRequest request, Message... messages) {
        return new AgentRequest(request.endpoint(), "c", "run-1", List.of(messages), Options.NONE, request.bounds());
    }

    private static AgentRequest answering(AgentRequest request, String json) {
        JsonNode payload = Json.MAPPER.readTree(json);
        return request.continuing(new Continuation(null, List.of(new Resume("t1", true, payload, false)), null, null,
                payload));
    }

    private static String body(ScriptedServer server, int place) {
        return server.received().get(place).body().replace('"', '\'');
    }

    private static String text(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return ((AgentReply) outcome).content().text();
    }

    private static AgentOutcome call(AgentRequest request) throws InterruptedException {
        try (var calls = new HttpCalls(1, Clock.systemUTC())) {
            return new A2aProtocol(calls, Ticker.system()).call(request, Requests.in(Duration.ofSeconds(20)), _ -> {});
        }
    }
}
