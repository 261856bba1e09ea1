package dev.muster.common.agent.mapping;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.DocumentPath;
import dev.muster.common.assertion.eval.PathSteps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A compiled JSON path into an answer. Most paths only name members and positions; following these takes a hundredth of
 * the time of a general path, which counts where a stream has thousands of events.
 *
 * @param steps member names and positions; null for a path that needs more
 * @param general null where the steps are enough
 */
record FieldPath(@Nullable List<Object> steps, @Nullable DocumentPath general) {

    private static final Pattern STEP = Pattern.compile("\\.([\\pL\\p{Nd}_]+)|\\[([0-9]{1,8})]");

    /** @throws AssertionFault when it is not a JSON path */
    static FieldPath compile(String path) throws AssertionFault {
        var steps = steps(path);
        return steps == null ? new FieldPath(null, DocumentPath.compile(path)) : new FieldPath(steps, null);
    }

    /** Returns the first value that the path finds; null for none. */
    @Nullable
    JsonNode first(JsonNode root, PathSteps most) {
        if (steps == null) {
            return all(root, most).stream().findFirst().orElse(null);
        }
        JsonNode found = root;
        for (int at = 0; at < steps.size() && found != null; at++) {
            found = steps.get(at) instanceof Integer position ? found.get(position) : found.get((String) steps.get(at));
        }
        return found;
    }

    /** Returns the one value of a path that names members and positions; null when it is a list or not there. */
    @Nullable
    JsonNode only(JsonNode root, PathSteps most) {
        var found = steps == null ? null : first(root, most);
        return found == null || found.isArray() ? null : found;
    }

    /** Returns every value that the path finds; the elements of a list that it names. */
    List<JsonNode> all(JsonNode root, PathSteps most) {
        if (general != null) {
            var found = general.in(root, most);
            return found.size() == 1 && found.getFirst().isArray() ? List.copyOf(found.getFirst().values()) : found;
        }
        var found = first(root, most);
        return found == null ? List.of() : found.isArray() ? List.copyOf(found.values()) : List.of(found);
    }

    /** Returns null for a path with anything but member names and positions. */
    private static @Nullable List<Object> steps(String path) {
        var steps = new ArrayList<>();
        int at = 1;
        for (var step = STEP.matcher(path); at < path.length(); at = step.end()) {
            if (!step.find(at) || step.start() != at) {
                return null;
            }
            steps.add(step.group(1) == null ? Integer.valueOf(step.group(2)) : step.group(1));
        }
        return path.startsWith("$") ? steps : null;
    }
}
