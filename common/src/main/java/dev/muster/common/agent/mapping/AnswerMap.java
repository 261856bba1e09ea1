package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.PathSteps;
import dev.muster.common.config.AnswerMapping;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The content of a raw answer, and the values that each path of a mapping finds there. */
public final class AnswerMap {

    /** Members that tell the objects of a list apart. */
    private static final List<String> KINDS = List.of("role", "who", "type", "kind", "sender", "author", "from");

    private AnswerMap() {}

    /**
     * A path of a mapping.
     *
     * @param name such as {@code text} or {@code usage.input}
     * @param found every value, over all events
     */
    public record Found(String name, String path, List<JsonNode> found) {}

    /**
     * A place of an answer that has texts, numbers or flags.
     *
     * @param path finds them in every element of a list, or in those of one kind
     * @param values over all elements and events, in order
     */
    public record Leaf(String path, List<JsonNode> values) {}

    /** Returns the JSON documents of a body: of a whole, of lines, of the data of events. */
    public static List<JsonNode> frames(String body) {
        var whole = json(body);
        if (whole.isPresent()) {
            return List.of(whole.get());
        }
        return body.lines().map(line -> line.startsWith("data:") ? line.substring("data:".length()) : line)
                .flatMap(line -> json(line).stream()).toList();
    }

    private static Optional<JsonNode> json(String text) {
        return Optional.of(AnswerJson.orMissing(text)).filter(json -> json.isContainer() || json.isString());
    }

    /** Returns what each path of a mapping finds: first those of the answer, then those within its calls. */
    public static List<Found> found(AnswerMapping mapping, List<JsonNode> frames) {
        var calls = mapping.toolCalls() == null ? List.<JsonNode>of() : found(mapping.toolCalls().each(), frames);
        return mapping.paths().entrySet().stream()
                .map(each -> each.getKey().equals("tool_calls.each") ? new Found("tool_calls", each.getValue(), calls)
                        : new Found(each.getKey(), each.getValue(),
                                found(each.getValue(), isInCall(each.getKey()) ? calls : frames)))
                .sorted(Comparator.comparing(found -> isInCall(found.name()))).toList();
    }

    private static boolean isInCall(String name) {
        return name.startsWith("tool_calls.");
    }

    /** Returns what one path finds. */
    public static List<JsonNode> found(String path, List<JsonNode> frames) {
        try {
            var compiled = FieldPath.compile(path);
            return frames.stream().flatMap(frame -> compiled.all(frame, new PathSteps(PathSteps.OF_AN_ANSWER)).stream())
                    .toList();
        } catch (AssertionFault e) {
            return List.of(); // the text of a last event
        }
    }

    /** Returns the places that have texts, numbers or flags, each path once. */
    public static List<Leaf> leaves(List<JsonNode> frames) {
        var leaves = new LinkedHashMap<String, List<JsonNode>>();
        frames.forEach(frame -> collect("$", frame, leaves));
        return leaves.entrySet().stream().map(leaf -> new Leaf(leaf.getKey(), leaf.getValue())).toList();
    }

    private static void collect(String path, JsonNode value, Map<String, List<JsonNode>> leaves) {
        if (value.isObject()) {
            value.properties().forEach(member -> collect(path + (isPlain(member.getKey()) ? "." + member.getKey()
                    : "['" + member.getKey() + "']"), member.getValue(), leaves));
        } else if (value.isArray()) {
            var kind = kind(value);
            value.values().forEach(element -> collect(path + (kind == null ? "[*]"
                    : "[?(@." + kind + "=='" + element.path(kind).stringValue() + "')]"), element, leaves));
        } else {
            leaves.computeIfAbsent(path, _ -> new ArrayList<>()).add(value);
        }
    }

    /** Returns the member by which the objects of a list differ in kind; null for none. */
    private static @Nullable String kind(JsonNode list) {
        return KINDS.stream()
                .filter(kind -> list.valueStream().allMatch(element -> isPlain(element.path(kind).asString("")))
                        && list.valueStream().map(element -> element.path(kind)).distinct().count() > 1)
                .findFirst().orElse(null);
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }
}
