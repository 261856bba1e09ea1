package dev.muster.common.agent.agui;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document that JSON patches (RFC 6902) change, each atomically. In place, because an agent may send thousands of
 * small changes of a large state, and each would copy it otherwise.
 */
final class PatchedDocument {

    /** Compares by value: 1 equals 1.0. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> a.isNumber() && b.isNumber()
            ? a.decimalValue().compareTo(b.decimalValue())
            : a.equals(b) ? 0 : 1;

    private final PatchWeight moved;
    private final Deque<Runnable> undone = new ArrayDeque<>();
    private JsonNode root;

    /**
     * @param document not modified
     * @param moved the amount that patches of this stream copied and moved so far
     */
    PatchedDocument(JsonNode document, PatchWeight moved) {
        this.root = document.deepCopy();
        this.moved = moved;
    }

    /** Returns the root, which changes with every patch. */
    JsonNode root() {
        return root;
    }

    void apply(List<PatchOperation> operations) throws PatchFailed {
        undone.clear();
        try {
            int number = 0;
            for (PatchOperation operation : operations) {
                number++;
                applyNumbered(operation, number);
            }
        } catch (PatchFailed e) {
            undone.forEach(Runnable::run);
            throw e;
        }
    }

    private void applyNumbered(PatchOperation operation, int number) throws PatchFailed {
        try {
            carryOut(operation);
        } catch (PatchFailed e) {
            throw new PatchFailed("operation " + number + ": " + e.getMessage());
        }
    }

    private void carryOut(PatchOperation operation) throws PatchFailed {
        switch (operation) {
            case PatchOperation.Add(var path, var value) -> add(path, copied(path, value));
            case PatchOperation.Remove(var path) -> remove(path);
            case PatchOperation.Replace(var path, var value) -> replace(path, copied(path, value));
            case PatchOperation.Move(var from, var path) -> move(from, path);
            case PatchOperation.Copy(var from, var path) -> copy(from, path);
            case PatchOperation.Test(var path, var value) -> test(path, value);
            case PatchOperation.Unknown _ -> {
            }
        }
    }

    private void add(JsonPointer path, JsonNode value) throws PatchFailed {
        if (path.matches()) {
            become(value);
            return;
        }
        switch (parent(path)) {
            case ObjectNode object -> set(object, name(path), value);
            case ArrayNode array -> {
                int index = insertion(array, path);
                moved.shift(array.size() - index);
                insert(array, index, value);
            }
            case null, default -> throw missing(path);
        }
    }

    private JsonNode remove(JsonPointer path) throws PatchFailed {
        JsonNode old = get(path);
        switch (parent(path)) {
            case ObjectNode object -> {
                object.remove(name(path));
                undone.push(() -> object.set(name(path), old));
            }
            case ArrayNode array -> {
                int index = path.last().getMatchingIndex();
                moved.shift(array.size() - index);
                array.remove(index);
                undone.push(() -> array.insert(index, old));
            }
            case null, default -> throw new PatchFailed("the whole document can't be removed");
        }
        return old;
    }

    private void replace(JsonPointer path, JsonNode value) throws PatchFailed {
        JsonNode old = get(path);
        switch (parent(path)) {
            case ObjectNode object -> set(object, name(path), value);
            case ArrayNode array -> {
                int index = path.last().getMatchingIndex();
                array.set(index, value);
                undone.push(() -> array.set(index, old));
            }
            case null, default -> become(value);
        }
    }

    private void become(JsonNode value) {
        JsonNode old = root;
        root = value;
        undone.push(() -> root = old);
    }

    private void set(ObjectNode object, String name, JsonNode value) {
        JsonNode old = object.get(name);
        object.set(name, value);
        undone.push(old == null ? () -> object.remove(name) : () -> object.set(name, old));
    }

    private void insert(ArrayNode array, int index, JsonNode value) {
        array.insert(index, value);
        undone.push(() -> array.remove(index));
    }

    private void move(JsonPointer from, JsonPointer path) throws PatchFailed {
        if (path.equals(from)) {
            get(from);
            return;
        }
        if (path.toString().startsWith(from + "/")) {
            throw new PatchFailed("'" + from + "' can't move into itself");
        }
        moved.add(get(from), depth(path));
        add(path, remove(from));
    }

    private void copy(JsonPointer from, JsonPointer path) throws PatchFailed {
        JsonNode value = get(from);
        moved.add(value, depth(path));
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

    /** Returns null for the whole document. */
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

    /** Returns a copy, so that later patches don't change the event's own value. */
    private static JsonNode copied(JsonPointer path, JsonNode value) throws PatchFailed {
        new PatchWeight().add(value, depth(path));
        return value.deepCopy();
    }

    /** Returns the depth of the node at a path; 1 for the whole document. */
    private static int depth(JsonPointer path) {
        int depth = 1;
        for (var rest = path; !rest.matches(); rest = rest.tail()) {
            depth++;
        }
        return depth;
    }

    private static PatchFailed missing(JsonPointer path) {
        return new PatchFailed("there is no '" + path + "'");
    }

    /** Thrown when a patch can't be applied; the message names the operation and the reason. */
    static final class PatchFailed extends Exception {

        PatchFailed(String message) {
            super(message, null, false, false);
        }
    }
}
