package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * A body that may be what a server takes.
 *
 * @param members by path, such as {@code input.text}: the template that is written
 * @param agui the members of an AG-UI input that are sent as well, and not written
 * @param parts whether the message has its text in parts, too, as the Vercel AI SDK needs it
 */
record RequestBody(Map<String, String> members, Set<String> agui, boolean parts) {

    static final List<String> WORDS = List.of("message", "input", "query", "prompt", "question", "text", "content",
            "user_input", "user_message", "chatInput", "utterance");
    private static final List<String> CONVERSATIONS = List.of("session_id", "sessionId", "conversation_id",
            "conversationId", "thread_id", "threadId", "chat_id", "chatId", "user_id", "userId", "user", "sender");
    /** What a run announces, and old servers refuse. */
    static final String VERSION = "protocolVersion";
    private static final Set<String> NUMBERS = Set.of("integer", "number");
    private static final String INPUT = "${input}";
    private static final String MESSAGES = "${messages}";
    private static final String CONVERSATION = "${conversation_id}";
    /** The members of an AG-UI input, with their templates. */
    private static final Map<String, String> AGUI = Map.of("threadId", CONVERSATION, "runId", CONVERSATION, VERSION,
            "\"1.1\"", "state", "{}", "messages", MESSAGES, "tools", "[]", "context", "[]", "forwardedProps", "{}");
    private static final Pattern EXTRA = Pattern.compile("(?i)\\bextra|unrecogni|unknown|unexpected|additional"
            + "|not (?:permitted|allowed)|forbidden");
    private static final Pattern PARTS = Pattern.compile("\\bparts\\b");
    private static final Pattern QUOTED = Pattern.compile("['`\"]([\\w.-]{1,40})['`\"]");
    private static final Pattern REQUIRED = Pattern.compile("(?i)\\b([a-z_][\\w.]{0,40})['`\"]?:? (?:(?:field|property"
            + "|parameter|value) )?(?:is |are )?(?:a )?(?:required|missing|mandatory)\\b|(?:required|missing)"
            + " (?:field|property|parameter|member|key):? ['`\"]?([a-z_][\\w.]{0,40})");
    /** Characters of a refusal that are read. */
    private static final int MOST_WORDS = 4 << 10;
    /** Objects within each other in an example. */
    private static final int DEEPEST = 5;
    private static final Set<String> NO_NAMES = Set.of("a", "field", "property", "parameter", "value", "body", "it",
            "this", "is", "are", "be", "which", "that", "member", "key", "argument", "or", "and", "of", "for", "has");

    /** An AG-UI input with the usual members of a JSON interface. */
    static final RequestBody UNION = new RequestBody(
            Stream.concat(WORDS.stream().limit(5), Stream.of("messages", "threadId")).collect(
                    Collectors.toMap(name -> name, RequestBody::template, (_, same) -> same, LinkedHashMap::new)),
            AGUI.keySet(), true);

    /** Returns the body that a schema describes; null when it has no member for a question. */
    static @Nullable RequestBody of(JsonNode properties) {
        if (properties.has("threadId") || (properties.has("thread_id") && properties.has("run_id"))) {
            return new RequestBody(Map.of(), AGUI.keySet(), false);
        }
        var members = new LinkedHashMap<String, String>();
        if (properties.path("messages").path("type").asString("").equals("array")) {
            members.put("messages", MESSAGES);
        } else {
            WORDS.stream().filter(properties::has).findFirst()
                    .or(() -> properties.propertyStream().map(Map.Entry::getKey)
                            .filter(name -> properties.path(name).path("type").asString("").equals("string")
                                    && !isConversation(name) && Draft.isName(name))
                            .findFirst())
                    .ifPresent(word -> members.put(word, INPUT));
        }
        CONVERSATIONS.stream().filter(properties::has).findFirst().ifPresent(name -> members.put(name,
                NUMBERS.contains(properties.path(name).path("type").asString("")) ? "1" : CONVERSATION));
        return members.containsValue(INPUT) || members.containsKey("messages")
                ? new RequestBody(members, Set.of(), false)
                : null;
    }

    /** Returns bodies with one of the members that take the question, the likeliest first. */
    List<RequestBody> single() {
        // what a refusal named comes before what was guessed
        return members.entrySet().stream().filter(member -> !member.getValue().equals(CONVERSATION))
                .sorted(Comparator.comparing(member -> UNION.members().containsKey(member.getKey())))
                .map(member -> new RequestBody(Map.of(member.getKey(), member.getValue()), Set.of(), false)).toList();
    }

    /**
     * Returns an agent with the body that the refusal of a smaller one asks for; null when it asks for none of these.
     */
    @Nullable
    Draft corrected(Draft refused, String refusal) {
        var sent = new LinkedHashMap<String, String>();
        refused.body().properties()
                .forEach(member -> sent.put(member.getKey(), member.getValue().asString("")));
        var next = new RequestBody(sent, Set.of(), false).corrected(answer(refusal));
        if (next == null || !members.keySet().containsAll(next.members().keySet())) {
            return null;
        }
        // what the server requires stays; a guessed name goes where it requires another one
        var required = new LinkedHashMap<>(next.members());
        if (UNION.members().keySet().containsAll(sent.keySet())) {
            required.keySet().removeAll(sent.keySet());
        }
        boolean isQuestion = required.containsValue(INPUT) || required.containsValue(MESSAGES);
        return refused.withBody((isQuestion ? new RequestBody(required, Set.of(), false) : next).written());
    }

    /** Returns the document in the message of a failure; the message where there is none. */
    private static JsonNode answer(String message) {
        int begin = message.indexOf('{');
        try {
            return begin < 0 ? StringNode.valueOf(message)
                    : Json.MAPPER.readTree(message.substring(begin, message.lastIndexOf('}') + 1));
        } catch (JacksonException | IndexOutOfBoundsException e) {
            return StringNode.valueOf(message);
        }
    }

    private static boolean isConversation(String name) {
        return CONVERSATIONS.contains(name) || name.endsWith("_id") || name.endsWith("Id");
    }

    private static String template(String path) {
        var name = last(path);
        return name.equals("messages") ? MESSAGES : isConversation(name) ? CONVERSATION
                : name.startsWith("max") || name.endsWith("tokens") ? "1024" : INPUT;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    Set<String> names() {
        var names = new LinkedHashSet<>(members.keySet());
        names.addAll(agui);
        return names;
    }

    /** Returns what is sent. */
    ObjectNode filled() {
        var body = Json.MAPPER.createObjectNode();
        agui.forEach(name -> body.set(name, value(AGUI.getOrDefault(name, INPUT))));
        members.forEach((path, template) -> put(body, path, value(template)));
        if (parts && body.path("messages").path(0) instanceof ObjectNode message) {
            message.putArray("parts").addObject().put("type", "text").put("text", Discovery.MESSAGE);
        }
        return body;
    }

    private static JsonNode value(String template) {
        return switch (template) {
            case MESSAGES -> Json.MAPPER.createArrayNode().add(Json.MAPPER.createObjectNode()
                    .put("id", UUID.randomUUID().toString()).put("role", "user").put("content", Discovery.MESSAGE));
            case INPUT -> StringNode.valueOf(Discovery.MESSAGE);
            case CONVERSATION -> StringNode.valueOf(UUID.randomUUID().toString());
            default -> Json.MAPPER.readTree(template);
        };
    }

    private static void put(ObjectNode body, String path, JsonNode value) {
        var names = parts(path);
        var at = body;
        for (var name : names.subList(0, names.size() - 1)) {
            at = at.get(name) instanceof ObjectNode inner ? inner : at.putObject(name);
        }
        at.set(names.getLast(), value);
    }

    static List<String> parts(String path) {
        return Collections.list(new StringTokenizer(path, ".")).stream().map(String.class::cast).toList();
    }

    /** Returns what {@code muster.yaml} says is sent. */
    ObjectNode written() {
        var body = Json.MAPPER.createObjectNode();
        (members.isEmpty() ? Map.of("messages", MESSAGES) : members).forEach((path, template) -> put(body, path,
                template.startsWith("$") ? StringNode.valueOf(template) : value(template)));
        return body;
    }

    /** Returns the body that the words of a refusal ask for; null when they ask for none. */
    @Nullable
    RequestBody corrected(JsonNode refusal) {
        var all = AnswerMap.leaves(List.of(refusal)).stream().flatMap(leaf -> leaf.values().stream())
                .map(value -> value.asString("")).collect(Collectors.joining("\n"));
        var texts = all.substring(0, Math.min(MOST_WORDS, all.length()));
        if (parts && EXTRA.matcher(texts).find() && PARTS.matcher(texts).find()) {
            return new RequestBody(members, agui, false);
        }
        var shape = RefusalShape.of(refusal);
        var example = shape.isEmpty() ? like(RefusalShape.example(refusal)) : null;
        if (example != null && !example.equals(this)) {
            return example;
        }
        var forbidden = new LinkedHashSet<>(shape.forbidden());
        var missing = new LinkedHashSet<>(shape.missing());
        boolean isProse = shape.isEmpty();
        if (isProse) {
            (EXTRA.matcher(texts).find() ? forbidden : missing).addAll(named(texts));
            forbidden.retainAll(names());
            missing.removeAll(names());
        }
        var next = (forbidden.isEmpty() && missing.isEmpty() ? this : changed(forbidden, missing, isProse))
                .nested(shape.objects()).typed(shape.values());
        boolean isMute = next.agui.isEmpty()
                && Collections.disjoint(next.members.values(), List.of(INPUT, MESSAGES));
        return next.equals(this) || isMute ? null : next;
    }

    /** Returns the same with an object in place of each text at these paths. */
    private RequestBody nested(Set<String> paths) {
        var next = new LinkedHashMap<String, String>();
        members.forEach((path, template) -> next.put(
                paths.contains(path) && template.equals(INPUT) ? path + "." + WORDS.getFirst() : path, template));
        return new RequestBody(next, agui, parts);
    }

    /** Returns the same with a value of another type at each of these paths. */
    private RequestBody typed(Map<String, String> values) {
        var next = new LinkedHashMap<>(members);
        values.forEach((path, value) -> next.computeIfPresent(path, (_, _) -> value));
        return new RequestBody(next, agui, parts);
    }

    /** Returns the conversation's names that have a fixed value, since the server takes no text there. */
    List<String> fixed() {
        return members.entrySet().stream().filter(member -> isConversation(last(member.getKey()))
                && !member.getValue().equals(CONVERSATION)).map(Map.Entry::getKey).toList();
    }

    /** Returns a body with the members of an example; null for anything that has no place for a question. */
    private static @Nullable RequestBody like(JsonNode example) {
        if (example.path("properties").isObject()) {
            return of(example.path("properties"));
        }
        var members = new LinkedHashMap<String, String>();
        collect("", example, DEEPEST, members);
        var texts = members.entrySet().stream().filter(member -> member.getValue().startsWith("\""))
                .map(Map.Entry::getKey).toList();
        texts.stream().filter(path -> WORDS.contains(last(path))).findFirst()
                .or(() -> members.containsValue(MESSAGES) ? Optional.empty() : texts.stream().findFirst())
                .ifPresent(path -> members.put(path, INPUT));
        return members.containsValue(INPUT) || members.containsValue(MESSAGES)
                ? new RequestBody(members, Set.of(), false) : null;
    }

    /** Collects the values of an example by their paths; what Muster would fill in is no value. */
    private static void collect(String path, JsonNode value, int depthLeft, Map<String, String> members) {
        if (value.isObject() && !value.isEmpty() && depthLeft > 0) {
            value.propertyStream().filter(member -> isPath(member.getKey()) && member.getKey().indexOf('.') < 0)
                    .forEach(member -> collect(path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                            member.getValue(), depthLeft - 1, members));
        } else if (!path.isEmpty() && Draft.isName(value.toString())) {
            members.put(path, last(path).equals("messages") ? MESSAGES
                    : value.isString() && isConversation(last(path)) ? CONVERSATION : value.toString());
        }
    }

    /** Returns the names that a text quotes or calls required; none when it quotes several without such a word. */
    private Set<String> named(String texts) {
        var named = found(REQUIRED, texts).stream();
        var quoted = found(QUOTED, texts);
        boolean isClear = EXTRA.matcher(texts).find()
                || quoted.stream().filter(name -> !names().contains(name)).count() == 1;
        return Stream.concat(named.filter(name -> !NO_NAMES.contains(name.toLowerCase(Locale.ROOT))),
                isClear ? quoted.stream() : Stream.of())
                .map(name -> name.startsWith("body.") ? name.substring("body.".length()) : name)
                .filter(name -> !name.startsWith("messages.") && isPath(name))
                .map(name -> String.join(".", parts(name))).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static boolean isPath(String text) {
        return Draft.isName(text) && !parts(text).isEmpty();
    }

    /** Returns the one group of each match that has something. */
    private static Set<String> found(Pattern pattern, String text) {
        var names = new LinkedHashSet<String>();
        for (var found = pattern.matcher(text); found.find();) {
            names.add(found.group(1) == null ? found.group(2) : found.group(1));
        }
        return names;
    }

    /** @param isProse whether a server names one member at a time, so that none of the guessed names is needed */
    private RequestBody changed(Set<String> forbidden, Set<String> missing, boolean isProse) {
        if (!agui.isEmpty() && missing.isEmpty()
                && forbidden.stream().noneMatch(name -> AGUI.containsKey(name) && !name.equals(VERSION))) {
            return new RequestBody(Map.of(), agui.stream().filter(name -> !forbidden.contains(name))
                    .collect(Collectors.toUnmodifiableSet()), parts);
        }
        boolean isNew = isProse && equals(UNION) && missing.stream().anyMatch(path -> template(path).equals(INPUT));
        var next = new LinkedHashMap<>(isNew ? Map.of() : members);
        next.keySet().removeIf(path -> forbidden.contains(parts(path).getFirst())
                || missing.stream().anyMatch(other -> (other + ".").startsWith(path + ".")));
        missing.forEach(path -> next.put(path, template(path)));
        return new RequestBody(next, forbidden.isEmpty() && !isNew ? agui : Set.of(), parts);
    }
}
