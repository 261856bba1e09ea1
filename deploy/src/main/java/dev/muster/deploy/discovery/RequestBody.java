package dev.muster.deploy.discovery;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A body that may be what a server takes.
 *
 * @param members by name: the template that is written
 * @param isAgui whether the members of an AG-UI input are sent as well, and not written
 */
record RequestBody(Map<String, String> members, boolean isAgui) {

    static final List<String> WORDS = List.of("message", "input", "query", "prompt", "question", "text", "content",
            "user_input", "user_message", "chatInput", "utterance");
    private static final List<String> CONVERSATIONS = List.of("session_id", "sessionId", "conversation_id",
            "conversationId", "thread_id", "threadId", "chat_id", "chatId", "user_id", "userId", "user", "sender");
    private static final Set<String> AGUI = Set.of("threadId", "runId", "state", "messages", "tools", "context",
            "forwardedProps");
    private static final String INPUT = "${input}";

    /** An AG-UI input with the usual members of a JSON interface. */
    static final RequestBody UNION = union();

    private static RequestBody union() {
        var members = new LinkedHashMap<String, String>();
        WORDS.subList(0, 5).forEach(word -> members.put(word, INPUT));
        members.put("messages", "${messages}");
        members.put("threadId", "${conversation_id}");
        return new RequestBody(members, true);
    }

    /** Returns the body that a schema describes; null when it has no member for a question. */
    static @Nullable RequestBody of(JsonNode properties) {
        if (properties.has("threadId") || (properties.has("thread_id") && properties.has("run_id"))) {
            return new RequestBody(Map.of(), true);
        }
        var members = new LinkedHashMap<String, String>();
        if (properties.path("messages").path("type").asString("").equals("array")) {
            members.put("messages", "${messages}");
        } else {
            WORDS.stream().filter(properties::has).findFirst()
                    .or(() -> properties.propertyStream().map(Map.Entry::getKey)
                            .filter(name -> properties.path(name).path("type").asString("").equals("string")
                                    && !isConversation(name))
                            .findFirst())
                    .ifPresent(word -> members.put(word, INPUT));
        }
        CONVERSATIONS.stream().filter(properties::has).findFirst()
                .ifPresent(name -> members.put(name, "${conversation_id}"));
        return members.containsValue(INPUT) || members.containsKey("messages") ? new RequestBody(members, false) : null;
    }

    private static boolean isConversation(String name) {
        return CONVERSATIONS.contains(name) || name.endsWith("_id") || name.endsWith("Id");
    }

    Collection<String> names() {
        var names = new LinkedHashSet<>(members.keySet());
        if (isAgui) {
            names.addAll(aguiInput().propertyNames());
        }
        return names;
    }

    /** Returns what is sent. */
    ObjectNode filled() {
        var body = isAgui ? aguiInput() : Json.MAPPER.createObjectNode();
        members.forEach((name, template) -> {
            switch (template) {
                case "${messages}" -> body.putIfAbsent(name, Json.MAPPER.createArrayNode().add(
                        Json.MAPPER.createObjectNode().put("role", "user").put("content", Discovery.MESSAGE)));
                case INPUT -> body.put(name, Discovery.MESSAGE);
                default -> body.put(name, UUID.randomUUID().toString());
            }
        });
        return body;
    }

    /** Returns the lines of {@code muster.yaml}. */
    String written() {
        return (members.size() > 3 ? "    # It took one of these; leave out what it does not need.\n" : "")
                + "    body:\n"
                + members.entrySet().stream().map(each -> "      " + each.getKey() + ": \"" + each.getValue() + "\"\n")
                        .collect(Collectors.joining());
    }

    /** Returns the body that the words of a refusal ask for; null when they ask for none. */
    @Nullable
    RequestBody corrected(JsonNode refusal) {
        var forbidden = new LinkedHashSet<String>();
        var missing = new LinkedHashSet<String>();
        for (var each : refusal.path("detail")) {
            var name = each.path("loc").valueStream().filter(JsonNode::isString).map(JsonNode::stringValue)
                    .filter(part -> !part.equals("body")).findFirst().orElse("");
            var why = (each.path("type").asString("") + " " + each.path("msg").asString("")).toLowerCase(Locale.ROOT);
            if (!name.isEmpty() && why.contains("extra")) {
                forbidden.add(name);
            } else if (!name.isEmpty() && (why.contains("missing") || why.contains("required"))) {
                missing.add(name);
            }
        }
        var next = forbidden.isEmpty() && missing.isEmpty() ? quoted(refusal) : named(forbidden, missing);
        return next == null || next.equals(this) || !(next.isAgui || next.members.containsValue(INPUT)
                || next.members.containsKey("messages")) ? null : next;
    }

    private RequestBody named(Set<String> forbidden, Set<String> missing) {
        if (isAgui && missing.isEmpty() && forbidden.stream().noneMatch(AGUI::contains)) {
            return new RequestBody(Map.of(), true);
        }
        var next = new LinkedHashMap<>(members);
        forbidden.forEach(next::remove);
        missing.forEach(name -> next.put(name, name.equals("messages") ? "${messages}"
                : isConversation(name) ? "${conversation_id}" : INPUT));
        return new RequestBody(next, isAgui && forbidden.isEmpty());
    }

    /** Returns a body with the one name that a refusal quotes and that was not sent. */
    private @Nullable RequestBody quoted(JsonNode refusal) {
        var parts = new StringTokenizer(refusal.toString(), "'`");
        var names = new LinkedHashSet<String>();
        while (parts.hasMoreTokens()) {
            var part = parts.nextToken();
            if (part.length() < 40 && !names().contains(part)
                    && part.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-')) {
                names.add(part);
            }
        }
        return names.size() == 1 ? new RequestBody(Map.of(names.getFirst(), INPUT), false) : null;
    }

    private static ObjectNode aguiInput() {
        var body = Json.MAPPER.createObjectNode().put("threadId", UUID.randomUUID().toString()).put("runId",
                UUID.randomUUID().toString());
        body.putObject("state");
        body.putArray("messages").addObject().put("id", UUID.randomUUID().toString()).put("role", "user").put("content",
                Discovery.MESSAGE);
        body.putArray("tools");
        body.putArray("context");
        body.putObject("forwardedProps");
        return body;
    }
}
