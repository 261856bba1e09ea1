package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.agent.mapping.MappingRules;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.config.HttpMapping.Session;
import dev.muster.common.config.TokenMapping;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Words;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Reads the requests of an agent with protocol {@code http}, and the paths into its answers. */
final class MappingReader {

    private static final Map<String, String> METHODS = Words.of("POST", "GET", "PUT", "PATCH");
    private static final Map<String, HttpMapping.Stream> STREAMS = Words.of(HttpMapping.Stream.values(),
            HttpMapping.Stream::wire);
    private static final Set<HttpMapping.@Nullable Stream> SPEAKING = EnumSet.of(HttpMapping.Stream.AI_SDK,
            HttpMapping.Stream.LANGGRAPH);
    private static final String FORM_TYPE = "application/x-www-form-urlencoded";
    private static final List<String> NEED_JSON = List.of("text", "tool_calls", "usage", "state", "awaiting", "error",
            "carry");
    private static final List<String> AUTHS = List.of("oauth2", "basic", "bearer");
    private static final String ASKS = "the request does not contain the input: use ${input} or ${messages} in"
            + " 'body', 'form' or 'url'";

    private final EndpointReader endpoints;

    MappingReader(EndpointReader endpoints) {
        this.endpoints = endpoints;
    }

    /** @param url of the agent; null when it is at fault */
    HttpMapping read(Fields agent, @Nullable String url) {
        var method = method(agent);
        var body = body(agent, method);
        var form = form(agent, method);
        var session = session(agent);
        var asks = new LinkedHashMap<String, String>();
        int faults = agent.faults().pending();
        names("url", url == null ? null : StringNode.valueOf(url), agent, asks);
        names("headers", agent.any("headers") instanceof Node.Obj headers ? headers.json() : null, agent, asks);
        names("body", body, agent, asks);
        names("form", Json.MAPPER.valueToTree(form), agent, asks);
        warnOfUnencoded(agent, body);
        boolean namesHold = agent.faults().pending() == faults; // else one of them may mean the input
        if (url != null && namesHold && !asks.containsKey("input") && !asks.containsKey("messages")) {
            agent.fault(Stream.of("body", "form").filter(agent::has).findFirst().orElse("url"), ASKS);
        }
        if (session == null) {
            asks.keySet().stream().filter(name -> name.startsWith("session.")).findFirst()
                    .ifPresent(name -> agent.fault(String.valueOf(asks.get(name)), "${" + name
                            + "} has no value: describe the call that opens a conversation under 'session'"));
        }
        var answer = answer(agent, url != null && url.startsWith("ws"));
        if (!form.isEmpty() && (answer.isWebSocket() || SPEAKING.contains(answer.stream()))) {
            agent.fault("form",
                    "stream: " + Objects.requireNonNull(answer.stream()).wire() + " takes no form; write 'body'");
        }
        if (answer.stream() == HttpMapping.Stream.LANGGRAPH && !agent.has("assistant")
                && (body == null || !body.has("assistant_id"))) {
            agent.missing("a LangGraph server has several graphs: give 'assistant', the name of one (as in its"
                    + " langgraph.json) or the id of an assistant", "assistant");
        }
        asks.keySet().stream().filter(name -> name.startsWith("carry."))
                .filter(name -> !answer.carry().containsKey(name.substring("carry.".length()))).findFirst()
                .ifPresent(name -> agent.fault(String.valueOf(asks.get(name)), "${" + name
                        + "} has no value: give its path under 'response.carry'"));
        return new HttpMapping(method, body, auth(agent), session, answer, form);
    }

    private static String method(Fields fields) {
        return Objects.requireNonNullElse(
                fields.choice("method", METHODS, _ -> "'method' is POST, GET, PUT or PATCH"), "POST");
    }

    private @Nullable JsonNode body(Fields fields, String method) {
        var node = fields.any("body");
        if (node == null) {
            return null;
        }
        if (method.equals("GET")) {
            fields.fault("body", "a GET has no body; put its values into 'url'");
        }
        return node.json();
    }

    /** Reads the fields of a URL-encoded form; none without one. */
    private static Map<String, String> form(Fields fields, String method) {
        if (!fields.has("form")) {
            return Map.of();
        }
        var form = fields.labels("form");
        if (form.isEmpty()) {
            fields.fault("form", "'form' has the fields that are sent, such as form: { message: \"${input}\" }");
        }
        if (fields.has("body")) {
            fields.fault("form", "a request has either 'body' or 'form'");
        }
        if (method.equals("GET")) {
            fields.fault("form", "a GET has no form; put its values into 'url'");
        }
        return form;
    }

    /** A text is sent as it is: a value with & or = in it would be several fields of a form. */
    private void warnOfUnencoded(Fields agent, @Nullable JsonNode body) {
        if (body != null && body.isString() && !MappingRules.names(body).isEmpty()
                && agent.any("headers") instanceof Node.Obj headers && headers.json().propertyStream()
                        .anyMatch(header -> header.getKey().equalsIgnoreCase("Content-Type")
                                && header.getValue().asString("").startsWith(FORM_TYPE))) {
            agent.warn("body", "the values in this text are not URL-encoded; write form: { NAME:"
                    + " \"${input}\" } in place of 'body'");
        }
    }

    /** Finds the names of a member. One that is nearly a known one is a slip; any other may be printed by a hook. */
    private void names(String key, @Nullable JsonNode value, Fields fields, Map<String, String> found) {
        for (var name : value == null ? Set.<String>of() : MappingRules.names(value)) {
            found.putIfAbsent(name, key);
            if (!key.equals("headers") && !key.equals("url")) {
                endpoints.noteNames("'" + key + "'", "${" + name + "}", fields.at(key));
            }
            var dot = name.indexOf('.');
            var root = dot < 0 ? name : name.substring(0, dot);
            var hint = Nearest.hint(root, MappingRules.NAMES);
            if (!MappingRules.isKnown(name) && (dot >= 0 || !hint.isEmpty() || MappingRules.NAMES.contains(root))) {
                fields.fault(key, "${" + name + "} has no value" + (hint.isEmpty()
                        ? "; write one of " + String.join(", ", MappingRules.NAMES) : hint));
            }
        }
    }

    private @Nullable HttpAuth auth(Fields agent) {
        var fields = agent.object("auth");
        if (fields == null) {
            return null;
        }
        var type = fields.needed("type", "'auth'");
        HttpAuth auth = switch (type) {
            case null -> null;
            case "bearer" -> new HttpAuth.Bearer(secret(fields, "token"));
            case "basic" -> new HttpAuth.Basic(secret(fields, "user"), secret(fields, "password"));
            case "oauth2" -> oauth(fields);
            default -> {
                fields.fault("type", "unknown auth '" + type + "'; write oauth2, basic or bearer"
                        + Nearest.hint(type, AUTHS));
                yield null;
            }
        };
        if (auth != null) {
            fields.done();
        }
        return auth;
    }

    private HttpAuth oauth(Fields fields) {
        var url = fields.needed("token_url", "'auth'");
        endpoints.url(fields, "token_url");
        return new HttpAuth.OAuth2(url == null ? "" : url, secret(fields, "client_id"), secret(fields, "client_secret"),
                endpoints.filled(fields, "scope"), fields.flag("in_form", false));
    }

    private String secret(Fields fields, String name) {
        var value = fields.needed(name, "'auth'");
        endpoints.filled(fields, name);
        return value == null ? "" : value;
    }

    private @Nullable Session session(Fields agent) {
        var fields = agent.object("session");
        if (fields == null) {
            return null;
        }
        var id = path(fields, "id");
        var request = fields.object("request");
        if (request == null) {
            fields.require("request", "'session' needs 'request': the call that opens a conversation");
            fields.done();
            return null;
        }
        var method = method(request);
        var body = body(request, method);
        var form = form(request, method);
        names("body", body, request, new HashMap<>());
        names("form", Json.MAPPER.valueToTree(form), request, new HashMap<>());
        warnOfUnencoded(request, body);
        request.require("url", "'request' needs 'url'");
        var url = endpoints.url(request, "url", true);
        if (url != null && url.startsWith("ws")) {
            request.fault("url",
                    "'" + url + "' is not a valid URL for the call that opens a conversation; write http://… or"
                            + " https://…");
        }
        var session = new Session(method, url == null ? "" : url, endpoints.headers(request, true), body, id, form);
        request.done();
        fields.done();
        return session;
    }

    private AnswerMapping answer(Fields agent, boolean webSocket) {
        var fields = agent.object("response");
        if (fields == null) {
            agent.require("response", "an http agent needs 'response': where its answer says what, such as"
                    + " response: { text: $.reply }");
            return new AnswerMapping(null, null, null, null, null, null, null, null, null, Map.of());
        }
        var stream = stream(fields, webSocket);
        var text = path(fields, "text");
        boolean isText = stream == HttpMapping.Stream.TEXT || stream == HttpMapping.Stream.SSE_TEXT;
        if (text == null && !fields.has("text") && !isText
                && !SPEAKING.contains(stream)) {
            fields.missing(
                    "'response' needs 'text': the path of the agent's words, such as $.reply; or stream: text where"
                            + " the whole answer is the text, stream: sse_text where the data of its events is",
                    "text");
        }
        var done = fields.text("done");
        if (done != null && MappingRules.isPath(done)) {
            check(fields, "done", done);
            if (stream == HttpMapping.Stream.SSE_TEXT) {
                fields.fault("done",
                        "events of text have no paths: 'done' is the data of the last event, such as \"[DONE]\"");
            }
        }
        if (stream == HttpMapping.Stream.SSE_TEXT) {
            NEED_JSON.stream().filter(fields::has).forEach(name -> fields.fault(name,
                    "stream: sse_text takes the data of each event as the agent's text, and has no '" + name + "'"));
        }
        var idle = fields.duration("idle");
        if (stream != null && SPEAKING.contains(stream)) {
            fields.names().stream().filter(name -> !name.equals("stream"))
                    .filter(name -> stream == HttpMapping.Stream.AI_SDK || !name.equals("text")).findFirst()
                    .ifPresent(name -> fields.fault(name, "stream: " + stream.wire()
                            + " says by itself what is what; leave '" + name + "' out"));
        }
        if (stream == HttpMapping.Stream.TEXT && done != null) {
            fields.fault("done", "a text has no 'done': it ends where the body ends");
        }
        if (stream != HttpMapping.Stream.WEBSOCKET && idle != null) {
            fields.fault("idle", "only a WebSocket has 'idle': other answers end where the body ends, or at 'done'");
        }
        if (stream == HttpMapping.Stream.WEBSOCKET && done == null && idle == null) {
            fields.missing("a WebSocket shows no end of an answer: give 'done' (the text of the last message, or a path"
                    + " that is there in it), or 'idle', such as 2s", "done", "idle");
        }
        var answer = new AnswerMapping(stream, text, fields.part("tool_calls", MappingReader::calls),
                fields.part("usage", MappingReader::tokens), path(fields, "state"), path(fields, "awaiting"),
                path(fields, "error"), done, idle,
                fields.part("carry", MappingReader::carry, Map.of()));
        fields.done();
        return answer;
    }

    private static HttpMapping.@Nullable Stream stream(Fields fields, boolean webSocket) {
        var stream = fields.choice("stream", STREAMS, "'stream' is " + String.join(", ", STREAMS.keySet()));
        return fields.text("stream") == null && webSocket ? HttpMapping.Stream.WEBSOCKET : stream;
    }

    private static CallMapping calls(Fields fields) {
        var each = fields.needed("each", "'tool_calls'");
        var name = fields.needed("name", "'tool_calls'");
        check(fields, "each", each);
        check(fields, "name", name);
        return new CallMapping(each == null ? "$" : each, path(fields, "id"), name == null ? "$" : name,
                path(fields, "arguments"), path(fields, "result"));
    }

    private static TokenMapping tokens(Fields fields) {
        return new TokenMapping(path(fields, "input"), path(fields, "output"), path(fields, "cached"));
    }

    private static Map<String, String> carry(Fields fields) {
        var carry = new LinkedHashMap<String, String>();
        fields.names().forEach(name -> {
            var path = path(fields, name);
            if (path != null) {
                carry.put(name, path);
            }
        });
        return carry;
    }

    private static @Nullable String path(Fields fields, String name) {
        var path = fields.text(name);
        check(fields, name, path);
        return path;
    }

    private static void check(Fields fields, String name, @Nullable String path) {
        if (path != null) {
            MappingRules.path(path).ifPresent(trouble -> fields.fault(name, trouble));
        }
    }
}
