package dev.muster.deploy.discovery;

import module java.base;
import dev.muster.common.agent.custom.AnswerMap;
import dev.muster.common.agent.custom.AnswerMap.Leaf;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds out how to speak to an address: first by what it says about itself, which costs an agent nothing, then by one
 * message.
 */
public final class Discovery {

    /** What the agent is asked. */
    public static final String MESSAGE = "Hello, what can you do?";

    private static final List<String> WORDS = List.of("message", "input", "query", "prompt", "question", "text",
            "content", "user_input", "user_message", "chatInput");
    private static final List<String> REPLIES = List.of("reply", "response", "answer", "output", "text", "content",
            "message", "delta", "result", "completion", "output_text");
    private static final List<String> CONVERSATIONS = List.of("session_id", "sessionId", "conversation_id",
            "conversationId", "thread_id", "threadId", "chat_id", "user_id", "user", "sender");

    private final Peek peek;
    private final Consumer<String> told;

    /** @param told receives a line before each step that sends a message */
    public Discovery(Map<String, String> headers, Consumer<String> told) {
        this.peek = Peek.with(headers);
        this.told = told;
    }

    /**
     * What speaks at an address.
     *
     * @param name for people: {@code an AG-UI agent}
     * @param agent its members in {@code muster.yaml}, without the headers
     * @param answer its answer to the message; empty when none could be read
     */
    public record Found(String name, String agent, String answer) {}

    /** Nothing that can be used; the sentence says why, and what to try. */
    public static final class NotFound extends Exception {

        private static final long serialVersionUID = 1L;

        NotFound(String sentence) {
            super(sentence);
        }
    }

    public Found at(String url) throws NotFound, InterruptedException {
        if (!isAddress(url)) {
            throw new NotFound("'" + url + "' is no address; write http://… or https://…");
        }
        var base = url.replaceFirst("/+$", "");
        var chat = base.replaceFirst("/chat/completions$", "");
        var model = model(chat);
        if (model != null || !chat.equals(base) || base.endsWith("/v1")) {
            return openai(model == null || model.base() == null ? chat : model.base(),
                    model == null ? null : model.id());
        }
        var schema = schema(url);
        if (schema != null && !schema.isEmpty()) {
            return schema.has("threadId") || (schema.has("thread_id") && schema.has("run_id")) ? agui(url, post(url,
                    aguiBody())) : own(url, ownBody(schema));
        }
        told.accept("POST " + url + ": one message, \"" + MESSAGE + "\"");
        var body = aguiBody();
        WORDS.subList(0, 5).forEach(word -> body.put(word, MESSAGE));
        var answer = post(url, body);
        if (answer.status() == 404 || answer.status() == 405) { // no agent has heard it
            return openai(base, null);
        }
        return isAgui(answer) ? agui(url, answer) : mapped(url, answer, unionBody());
    }

    private static boolean isAddress(String url) {
        try {
            var uri = URI.create(url);
            return uri.getHost() != null && List.of("http", "https").contains(uri.getScheme());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Peek.Answer post(String url, JsonNode body) throws NotFound, InterruptedException {
        try {
            return peek.post(url, body);
        } catch (IOException e) {
            throw new NotFound("nothing answers at " + url + " (" + reason(e)
                    + "): is the agent running, and is this its address? Nothing was written");
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case ConnectException refused -> "connection refused";
            case java.net.http.HttpTimeoutException late -> "no answer in time";
            default -> OneLine.ofMessage(String.valueOf(e.getMessage()));
        };
    }

    // ---- OpenAI-compatible

    private record Model(@Nullable String base, String id) {}

    private @Nullable Model model(String base) throws InterruptedException {
        for (var candidate : base.matches("https?://[^/]+") ? List.of(base + "/v1", base) : List.of(base)) {
            var models = peek.get(candidate + "/models");
            var first = models == null || !models.isGood() ? null : models.json().at("/data/0/id").asString(null);
            if (first != null) {
                return new Model(candidate, first);
            }
        }
        return null;
    }

    private Found openai(String base, @Nullable String model) throws NotFound, InterruptedException {
        told.accept("POST " + base + "/chat/completions: one message, \"" + MESSAGE + "\"");
        var body = Json.MAPPER.createObjectNode();
        if (model != null) {
            body.put("model", model);
        }
        body.putArray("messages").addObject().put("role", "user").put("content", MESSAGE);
        var answer = post(base + "/chat/completions", body);
        refuse(answer, base + "/chat/completions");
        var text = answer.json().at("/choices/0/message/content").asString("");
        return new Found("an OpenAI-compatible server" + (model == null ? "" : " with the model " + model),
                "    protocol: openai\n    url: " + base + "\n" + (model == null ? "" : "    model: " + model + "\n"),
                text);
    }

    // ---- AG-UI

    private static ObjectNode aguiBody() {
        var body = Json.MAPPER.createObjectNode().put("threadId", UUID.randomUUID().toString()).put("runId",
                UUID.randomUUID().toString());
        body.putObject("state");
        body.putArray("messages").addObject().put("id", UUID.randomUUID().toString()).put("role", "user").put("content",
                MESSAGE);
        body.putArray("tools");
        body.putArray("context");
        body.putObject("forwardedProps");
        return body;
    }

    private static boolean isAgui(Peek.Answer answer) {
        return AnswerMap.frames(answer.body()).stream()
                .anyMatch(frame -> frame.path("type").asString("").startsWith("RUN_"));
    }

    private static Found agui(String url, Peek.Answer answer) throws NotFound {
        refuse(answer, url);
        var text = AnswerMap.frames(answer.body()).stream()
                .filter(frame -> frame.path("type").asString("").startsWith("TEXT_MESSAGE_C"))
                .map(frame -> frame.path("delta").asString("")).collect(Collectors.joining());
        return new Found("an AG-UI agent", "    protocol: ag-ui\n    url: " + url + "\n", text);
    }

    // ---- an interface of its own

    /** Returns the members of the request's body that the server's OpenAPI document names; null without one. */
    private @Nullable JsonNode schema(String url) throws InterruptedException {
        var uri = URI.create(url);
        var origin = uri.getScheme() + "://" + uri.getRawAuthority();
        var document = peek.get(origin + "/openapi.json");
        if (document == null || !document.isGood()) {
            return null;
        }
        var json = document.json();
        var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        var schema = json.path("paths").path(path).at("/post/requestBody/content/application~1json/schema");
        var reference = schema.path("$ref").asString("");
        return (reference.startsWith("#/") ? json.at(reference.substring(1)) : schema).path("properties");
    }

    private static ObjectNode ownBody(JsonNode properties) {
        var body = Json.MAPPER.createObjectNode();
        var word = WORDS.stream().filter(properties::has).findFirst()
                .orElseGet(() -> properties.propertyStream().map(Map.Entry::getKey)
                        .filter(name -> properties.path(name).path("type").asString("string").equals("string"))
                        .findFirst().orElse("message"));
        if (properties.path("messages").path("type").asString("").equals("array")) {
            body.put("messages", "${messages}");
        } else {
            body.put(word, "${input}");
        }
        CONVERSATIONS.stream().filter(properties::has).findFirst()
                .ifPresent(name -> body.put(name, "${conversation_id}"));
        return body;
    }

    private static ObjectNode unionBody() {
        var body = Json.MAPPER.createObjectNode();
        WORDS.subList(0, 5).forEach(word -> body.put(word, "${input}"));
        return body.put("messages", "${messages}").put("threadId", "${conversation_id}");
    }

    private Found own(String url, ObjectNode body) throws NotFound, InterruptedException {
        told.accept("POST " + url + ": one message, \"" + MESSAGE + "\"");
        var filled = body.deepCopy();
        body.properties().forEach(member -> {
            switch (member.getValue().stringValue()) {
                case "${messages}" -> filled.putArray(member.getKey()).addObject().put("role", "user").put("content",
                        MESSAGE);
                case "${input}" -> filled.put(member.getKey(), MESSAGE);
                default -> filled.put(member.getKey(), UUID.randomUUID().toString());
            }
        });
        return mapped(url, post(url, filled), body);
    }

    private static Found mapped(String url, Peek.Answer answer, ObjectNode body) throws NotFound {
        refuse(answer, url);
        if (answer.body().isBlank()) {
            throw new NotFound("the answer of POST " + url + " is empty; write the agent by hand (docs/targets.md), and"
                    + " muster probe shows what it answers");
        }
        var frames = AnswerMap.frames(answer.body());
        var agent = new StringBuilder("    protocol: http\n    url: ").append(url).append("\n    body:\n");
        body.properties().forEach(member -> agent.append("      ").append(member.getKey()).append(": \"")
                .append(member.getValue().stringValue()).append("\"\n"));
        if (body.size() > 3) {
            agent.insert(agent.indexOf("    body:\n"),
                    "    # It took one of these; leave out what it does not need.\n");
        }
        if (frames.isEmpty()) {
            agent.append("    response: { stream: text }\n");
            return new Found("an HTTP endpoint that answers with plain text", agent.toString(), answer.body().strip());
        }
        var text = text(frames);
        if (text == null) {
            throw new NotFound("no text was found in the answer of " + url + ": " + OneLine.of(answer.body())
                    + "; write the agent by hand (docs/targets.md), and muster probe shows what each path finds");
        }
        boolean stream = frames.size() > 1;
        agent.append("    response:\n");
        if (stream && !answer.type().equals("text/event-stream")) {
            agent.append("      stream: ").append(answer.body().stripLeading().startsWith("data:") ? "sse" : "ndjson")
                    .append('\n');
        }
        agent.append("      text: ").append(text.path()).append('\n');
        if (answer.body().contains("data: [DONE]")) {
            agent.append("      done: \"[DONE]\"\n");
        }
        var said = frames.stream().map(frame -> frame.at(pointer(text.path())).asString(""))
                .collect(Collectors.joining());
        return new Found("an HTTP endpoint with an interface of its own", agent.toString(), said);
    }

    private static String pointer(String path) {
        return path.substring(1).replaceAll("\\.|\\[", "/").replace("]", "");
    }

    /** Returns the text that is most likely the reply: by its name, then by its length. */
    private static @Nullable Leaf text(List<JsonNode> frames) {
        return AnswerMap.leaves(frames).stream()
                .filter(leaf -> leaf.value().isString() && !leaf.value().stringValue().equals(MESSAGE))
                .min(Comparator.<Leaf>comparingInt(leaf -> rank(leaf.path()))
                        .thenComparingInt(leaf -> -leaf.value().stringValue().length()))
                .orElse(null);
    }

    private static int rank(String path) {
        var name = path.replaceFirst("(\\[\\d+])+$", "").replaceFirst(".*\\.", "");
        int rank = REPLIES.indexOf(name);
        return rank < 0 ? REPLIES.size() : rank;
    }

    private static void refuse(Peek.Answer answer, String url) throws NotFound {
        if (!answer.isGood()) {
            throw new NotFound("HTTP " + answer.status() + " from POST " + url + ": " + OneLine.of(answer.body())
                    + (answer.status() == 401 || answer.status() == 403
                            ? "; give its key: --header 'Authorization: Bearer ${ENV.AGENT_KEY}'"
                            : "; write the agent by hand (docs/targets.md), and muster probe shows what it answers"));
        }
    }
}
