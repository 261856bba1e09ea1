package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.PathSteps;
import dev.muster.common.config.HttpMapping;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What is in a raw answer, and what each path of a mapping finds there. */
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
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(AnswerJson.read(text, "it"))
                    .filter(json -> json.isContainer() || json.isString());
        } catch (StreamBroken e) {
            return Optional.empty();
        }
    }

    /** Returns what each path of a mapping finds. */
    public static List<Found> found(HttpMapping.Answer mapping, List<JsonNode> frames) {
        var paths = new LinkedHashMap<String, String>();
        put("text", mapping.text(), paths);
        if (mapping.toolCalls() != null) {
            put("tool_calls", mapping.toolCalls().each(), paths);
        }
        if (mapping.usage() != null) {
            put("usage.input", mapping.usage().input(), paths);
            put("usage.output", mapping.usage().output(), paths);
            put("usage.cached", mapping.usage().cached(), paths);
        }
        put("state", mapping.state(), paths);
        put("awaiting", mapping.awaiting(), paths);
        put("error", mapping.error(), paths);
        put("done", mapping.done(), paths);
        mapping.carry().forEach((name, path) -> put("carry." + name, path, paths));
        var found = paths.entrySet().stream()
                .map(each -> new Found(each.getKey(), each.getValue(), found(each.getValue(), frames)));
        return mapping.toolCalls() == null ? found.toList() : Stream.concat(found, inCalls(mapping.toolCalls(),
                found(mapping.toolCalls().each(), frames))).toList();
    }

    /** The paths within a call. */
    private static Stream<Found> inCalls(HttpMapping.Calls mapping, List<JsonNode> calls) {
        var paths = new LinkedHashMap<String, String>();
        put("tool_calls.id", mapping.id(), paths);
        put("tool_calls.name", mapping.name(), paths);
        put("tool_calls.arguments", mapping.arguments(), paths);
        put("tool_calls.result", mapping.result(), paths);
        return paths.entrySet().stream()
                .map(each -> new Found(each.getKey(), each.getValue(), found(each.getValue(), calls)));
    }

    private static void put(String name, @Nullable String path, Map<String, String> to) {
        if (path != null) {
            to.put(name, path);
        }
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
