package dev.muster.common.agent.agui;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** RFC 6902: a patch is applied whole or not at all. */
final class JsonPatch {

    /** 1 equals 1.0. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> a.isNumber() && b.isNumber()
            ? a.decimalValue().compareTo(b.decimalValue())
            : a.equals(b) ? 0 : 1;

    private final Weight copied = new Weight();
    private JsonNode root;

    private JsonPatch(JsonNode document) {
        this.root = document.deepCopy();
    }

    /** The document after all operations; the one given stays as it is. */
    static JsonNode apply(JsonNode document, JsonNode operations) throws PatchFailed {
        var patch = new JsonPatch(document);
        int number = 0;
        for (JsonNode operation : operations) {
            number++;
            patch.applyNumbered(operation, number);
        }
        new Weight().add(patch.root);
        return patch.root;
    }

    private void applyNumbered(JsonNode operation, int number) throws PatchFailed {
        try {
            apply(operation);
        } catch (PatchFailed e) {
            throw new PatchFailed("operation " + number + ": " + e.getMessage());
        }
    }

    private void apply(JsonNode operation) throws PatchFailed {
        String op = text(operation, "op");
        JsonPointer path = pointer(operation, "path");
        switch (op) {
            case "add" -> add(path, value(operation));
            case "remove" -> remove(path);
            case "replace" -> replace(path, value(operation));
            case "move" -> move(pointer(operation, "from"), path);
            case "copy" -> copy(pointer(operation, "from"), path);
            case "test" -> test(path, value(operation));
            default -> throw new PatchFailed("'" + op + "' is no operation of RFC 6902");
        }
    }

    private void add(JsonPointer path, JsonNode value) throws PatchFailed {
        if (path.matches()) {
            root = value;
            return;
        }
        switch (parent(path)) {
            case ObjectNode object -> object.set(name(path), value);
            case ArrayNode array -> array.insert(insertion(array, path), value);
            case null, default -> throw missing(path);
        }
    }

    private JsonNode remove(JsonPointer path) throws PatchFailed {
        JsonNode old = get(path);
        switch (parent(path)) {
            case ObjectNode object -> object.remove(name(path));
            case ArrayNode array -> array.remove(path.last().getMatchingIndex());
            case null, default -> throw new PatchFailed("the whole document can't be removed");
        }
        return old;
    }

    private void replace(JsonPointer path, JsonNode value) throws PatchFailed {
        get(path);
        switch (parent(path)) {
            case ObjectNode object -> object.set(name(path), value);
            case ArrayNode array -> array.set(path.last().getMatchingIndex(), value);
            case null, default -> root = value;
        }
    }

    private void move(JsonPointer from, JsonPointer path) throws PatchFailed {
        if (path.equals(from)) {
            get(from);
            return;
        }
        if (path.toString().startsWith(from + "/")) {
            throw new PatchFailed("'" + from + "' can't move into itself");
        }
        add(path, remove(from));
    }

    private void copy(JsonPointer from, JsonPointer path) throws PatchFailed {
        JsonNode value = get(from);
        copied.add(value);
        add(path, value.deepCopy());
    }

    private void test(JsonPointer path, JsonNode value) throws PatchFailed {
        if (!get(path).equals(BY_VALUE, value)) {
            throw new PatchFailed("the test of '" + path + "' failed");
        }
    }

    private JsonNode get(JsonPointer path) throws PatchFailed {
        JsonNode node = root.at(path);
        if (node.isMissingNode()) {
            throw missing(path);
        }
        return node;
    }

    /** Null for the whole document. */
    private @Nullable JsonNode parent(JsonPointer path) {
        return path.matches() ? null : root.at(path.head());
    }

    private static int insertion(ArrayNode array, JsonPointer path) throws PatchFailed {
        if (name(path).equals("-")) {
            return array.size();
        }
        int index = path.last().getMatchingIndex();
        if (index < 0 || index > array.size()) {
            throw missing(path);
        }
        return index;
    }

    private static String name(JsonPointer path) {
        return path.last().getMatchingProperty();
    }

    private static JsonNode value(JsonNode operation) throws PatchFailed {
        JsonNode value = operation.get("value");
        if (value == null) {
            throw new PatchFailed("it has no 'value'");
        }
        return value;
    }

    private static JsonPointer pointer(JsonNode operation, String member) throws PatchFailed {
        String text = text(operation, member);
        try {
            return JsonPointer.compile(text);
        } catch (IllegalArgumentException e) {
            throw new PatchFailed("'" + text + "' is no JSON pointer");
        }
    }

    private static String text(JsonNode operation, String member) throws PatchFailed {
        JsonNode value = operation.get(member);
        if (value == null || !value.isString()) {
            throw new PatchFailed("it has no '" + member + "'");
        }
        return value.stringValue();
    }

    private static PatchFailed missing(JsonPointer path) {
        return new PatchFailed("there is no '" + path + "'");
    }
}
