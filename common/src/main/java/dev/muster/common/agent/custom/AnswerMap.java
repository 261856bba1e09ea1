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

    private static final int MOST_LEAVES = 40;

    private AnswerMap() {}

    /**
     * A path of a mapping.
     *
     * @param name such as {@code text} or {@code usage.input}
     * @param found every value, over all events
     */
    public record Found(String name, String path, List<JsonNode> found) {}

    /** A value of an answer, with the path that finds it. */
    public record Leaf(String path, JsonNode value) {}

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
                    .filter(JsonNode::isContainer);
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
        return paths.entrySet().stream()
                .map(each -> new Found(each.getKey(), each.getValue(), found(each.getValue(), frames))).toList();
    }

    private static void put(String name, @Nullable String path, Map<String, String> to) {
        if (path != null) {
            to.put(name, path);
        }
    }

    private static List<JsonNode> found(String path, List<JsonNode> frames) {
        try {
            var compiled = FieldPath.compile(path);
            return frames.stream().flatMap(frame -> compiled.all(frame, new PathSteps(PathSteps.OF_AN_ANSWER)).stream())
                    .toList();
        } catch (AssertionFault e) {
            return List.of(); // the text of a last event
        }
    }

    /** Returns the values that are texts, numbers or flags, each path once; positions in lists become {@code [0]}. */
    public static List<Leaf> leaves(List<JsonNode> frames) {
        var leaves = new LinkedHashMap<String, JsonNode>();
        frames.forEach(frame -> collect("$", frame, leaves));
        return leaves.entrySet().stream().map(leaf -> new Leaf(leaf.getKey(), leaf.getValue())).toList();
    }

    private static void collect(String path, JsonNode value, Map<String, JsonNode> leaves) {
        if (leaves.size() >= MOST_LEAVES) {
            return;
        }
        if (value.isObject()) {
            value.properties().forEach(member -> collect(path + (isPlain(member.getKey()) ? "." + member.getKey()
                    : "['" + member.getKey() + "']"), member.getValue(), leaves));
        } else if (value.isArray()) {
            if (!value.isEmpty()) {
                collect(path + "[0]", value.get(0), leaves);
            }
        } else {
            leaves.putIfAbsent(path, value);
        }
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }
}
