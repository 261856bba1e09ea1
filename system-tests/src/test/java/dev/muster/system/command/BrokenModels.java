package dev.muster.system.command;

import static dev.muster.system.command.FailingAgent.busy;
import static dev.muster.system.command.FailingAgent.failed;
import static dev.muster.system.command.FailingAgent.passed;
import static dev.muster.system.command.FailingAgent.refused;
import static dev.muster.system.command.FailingAgent.timeout;
import static dev.muster.system.command.FailingAgent.unreachable;

import module java.base;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Received;
import dev.muster.common.agent.Wire;
import dev.muster.system.command.FailingAgent.Wanted;

/** A server that speaks the protocols of models and agents, and breaks in the way that its path names. */
final class BrokenModels implements AutoCloseable {

    private static final String LIMIT = "5s";
    private static final String SSE = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    private final ScriptedServer server;

    private BrokenModels(ScriptedServer server) {
        this.server = server;
    }

    /** A protocol: its agent in {@code muster.yaml}, and where its calls go, below the address. */
    private enum Form {
        RESPONSES("protocol: openai, api: responses, model: m", "/responses",
                "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"Well\"}\n\n",
                "data: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\"}}\n\n",
                "data: {\"type\":\"error\",\"code\":\"x\",\"message\":\"no model\"}\n\n"),
        ANTHROPIC("protocol: anthropic, model: m", "/v1/messages",
                """
                data: {"type":"message_start","message":{}}

                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Well"}}

                """,
                "data: {\"type\":\"message_stop\"}\n\n",
                "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"no model\"}}\n\n"),
        A2A("protocol: a2a", "/rpc",
                "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":{\"id\":\"t\",\"contextId\":\"c\","
                        + "\"status\":{\"state\":\"TASK_STATE_WORKING\"}}}}\n\n",
                "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"statusUpdate\":{\"taskId\":\"t\",\"contextId\":\"c\",\"status\":"
                        + "{\"state\":\"TASK_STATE_COMPLETED\",\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_AGENT\","
                        + "\"parts\":[{\"text\":\"Well\"}]}}}}}\n\n",
                "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"no model\"}}\n\n"),
        AI_SDK("protocol: http, preset: ai-sdk", "",
                "data: {\"type\":\"start\"}\n\ndata: {\"type\":\"text-delta\",\"id\":\"1\","
                        + "\"delta\":\"Well\"}\n\n",
                "data: {\"type\":\"finish\"}\n\ndata: [DONE]\n\n",
                "data: {\"type\":\"error\",\"errorText\":\"no model\"}\n\n");

        private final String config;
        private final String door;
        private final String begun;
        private final String end;
        private final String error;

        Form(String config, String door, String begun, String end, String error) {
            this.config = config;
            this.door = door;
            this.begun = begun;
            this.end = end;
            this.error = error;
        }
    }

    static BrokenModels start() throws IOException {
        return new BrokenModels(ScriptedServer.of(BrokenModels::answer));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    List<FailingAgent> cases() {
        return Stream.of(Form.values()).flatMap(form -> ways().entrySet().stream()
                .map(way -> agent(form, way.getKey(), way.getValue()))).toList();
    }

    private static Map<String, Wanted> ways() {
        var ways = new LinkedHashMap<String, Wanted>();
        ways.put("sound", passed());
        ways.put("401", refused("HTTP 401 Told: told so").naming("; check its 'headers'"));
        ways.put("404", refused("HTTP 404 Told: told so").naming("; check its 'url'"));
        ways.put("429", busy("HTTP 429 Told: told so"));
        ways.put("503", busy("HTTP 503 Told: told so"));
        ways.put("500", failed("HTTP 500: told so").naming("check the agent's log"));
        ways.put("400", failed("HTTP 400: told so"));
        ways.put("closed", unreachable("closed before the first byte of an answer"));
        // the task of an A2A agent is asked for once more
        ways.put("cut", failed("the ").naming("truncated, the connection broke").called(1, 2));
        ways.put("unfinished", failed("the stream was truncated, it ended before ").called(1, 2));
        ways.put("garbage", failed("an event is not JSON: ").naming("hello?"));
        ways.put("declared", failed("no model"));
        ways.put("page", failed("expected ").naming("got text/html", "this is a web page"));
        ways.put("endless", failed("the answer exceeded the limit of 200,000 events"));
        ways.put("slow", timeout(LIMIT));
        ways.put("stalled", timeout(LIMIT));
        return ways;
    }

    private FailingAgent agent(Form form, String how, Wanted wanted) {
        var path = "/" + form.name() + "/" + how;
        var url = server.url() + path;
        return new FailingAgent(form.name() + " " + how,
                "{ " + form.config + ", url: \"" + url + "\", headers: { X-Key: \""
                        + BrokenHttp.SECRET + "\" } }",
                wanted.begins().startsWith("timeout") ? LIMIT : "",
                wanted.begins().isEmpty() ? wanted : wanted.naming("POST " + url + form.door),
                () -> (int) server.received().stream().filter(request -> request.line().startsWith("POST " + path
                        + form.door + " ")).count());
    }

    private static void answer(Wire wire, Received request) throws IOException, InterruptedException {
        var path = request.line().split("[ /]", -1);
        var form = Form.valueOf(path[2]);
        var how = path[3];
        if (request.line().startsWith("GET ")) {
            wire.status("200 OK\nContent-Type: application/json", "{\"capabilities\":{\"streaming\":true},"
                    + "\"supportedInterfaces\":[{\"url\":\"http://" + request.headers().get("host") + "/A2A/" + how
                    + "/rpc\",\"protocolBinding\":\"JSONRPC\",\"protocolVersion\":\"1.0\"}]}");
            return;
        }
        var open = SSE + "Connection: close\r\n\r\n";
        switch (how) {
            case "sound" -> wire.stream(form.begun + form.end);
            case "closed" -> wire.raw("");
            case "cut" -> wire.raw(SSE + "Content-Length: 5000\r\n\r\n" + form.begun);
            case "unfinished" -> wire.stream(form.begun);
            case "garbage" -> wire.stream("data: hello?\n\n");
            case "declared" -> wire.stream(form.error);
            case "page" -> wire.status("200 OK\nContent-Type: text/html", "<html>Log in</html>");
            case "endless" -> {
                wire.raw(open);
                wire.endlessly(form.begun.repeat(500), Duration.ZERO);
            }
            case "slow" -> wire.hang();
            case "stalled" -> {
                wire.raw(open + form.begun);
                wire.hang();
            }
            default -> wire.status(how + " Told\nRetry-After: 0", "told so");
        }
    }
}
