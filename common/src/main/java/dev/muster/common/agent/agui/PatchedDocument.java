package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.agui.PatchedDocument.PatchFailed;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception.Warnings;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document that JSON patches (RFC 6902) change, each atomically. In place, because an agent may send thousands of small
 * changes of a large state, and each would copy it otherwise.
 */
final class PatchedDocument {

    /** Compares by value: 1 equals 1.0. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> a.isNumber() && b.isNumber()
            ? a.decimalValue().compareTo(b.decimalValue())
            : a.equals(b) ? 0 : 1;

    private final Weight moved;
    private final Deque<Runnable> undone = new ArrayDeque<>();
    private JsonNode root;

    /**
     * @param document not modified
     * @param moved the amount that patches of this stream copied and moved so far
     */
    PatchedDocument(JsonNode document, Weight moved) {
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
        new Weight().add(value, depth(path));
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

    /** How much patches of one stream copied and moved, roughly in bytes: a short one can double a document. */
    static final class Weight {

        private static final long MOST = 64L << 20;
        /** A node takes about this much, whatever it holds. */
        private static final int NODE = 64;
        /** So many elements are moved in the time in which a byte is copied into a new node. */
        private static final int SHIFTED = 64;

        private long sum;

        /** Counts the elements behind a place in a list that one is put into or taken from. */
        void shift(int elements) throws PatchFailed {
            sum += elements / SHIFTED;
            check();
        }

        /**
         * @param depth depth of the node at its destination
         * @throws PatchFailed when the total is too large, or this nests too deep to be stored
         */
        void add(JsonNode node, int depth) throws PatchFailed {
            sum += NODE + (node.isString() ? node.stringValue().length() : 0);
            check();
            if (depth > AnswerJson.DEEPEST) {
                throw new PatchFailed("the state would nest deeper than " + AnswerJson.DEEPEST);
            }
            for (JsonNode child : node) {
                add(child, depth + 1);
            }
        }

        private void check() throws PatchFailed {
            if (sum > MOST) {
                throw new PatchFailed("the patches of this run would copy more than 64 MiB");
            }
        }
    }

    /** A valid operation of a JSON Patch (RFC 6902); it may still fail to apply. */
    sealed interface PatchOperation {

        record Add(JsonPointer path, JsonNode value) implements PatchOperation {}

        record Remove(JsonPointer path) implements PatchOperation {}

        record Replace(JsonPointer path, JsonNode value) implements PatchOperation {}

        record Move(JsonPointer from, JsonPointer path) implements PatchOperation {}

        record Copy(JsonPointer from, JsonPointer path) implements PatchOperation {}

        record Test(JsonPointer path, JsonNode value) implements PatchOperation {}

        /** An operation of a newer protocol; it changes nothing. */
        record Unknown(String op) implements PatchOperation {}

        /**
         * Reads a patch. Members that an operation does not have are ignored, as RFC 6902 says.
         *
         * @param member member of the event that contains the patch
         * @throws StreamBroken when an operation lacks a member, or has one of the wrong type
         */
        static List<PatchOperation> read(EventFields event, String member, Warnings warnings) throws StreamBroken {
            var operations = new ArrayList<PatchOperation>();
            for (JsonNode each : event.array(member)) {
                String where = event.where() + "." + member + "[" + operations.size() + "]";
                operations.add(operation(EventFields.of(where, each), warnings));
            }
            return operations;
        }

        private static PatchOperation operation(EventFields of, Warnings warnings) throws StreamBroken {
            String op = of.text("op");
            return switch (op) {
                case "add" -> new Add(pointer(of, "path"), of.any("value"));
                case "remove" -> new Remove(pointer(of, "path"));
                case "replace" -> new Replace(pointer(of, "path"), of.any("value"));
                case "move" -> new Move(pointer(of, "from"), pointer(of, "path"));
                case "copy" -> new Copy(pointer(of, "from"), pointer(of, "path"));
                case "test" -> new Test(pointer(of, "path"), of.any("value"));
                default -> {
                    warnings.add("the unknown operation '" + OneLine.ofMessage(op) + "' of a patch was dropped");
                    yield new Unknown(op);
                }
            };
        }

        /** Parses a pointer (RFC 6901): a slash before each name, and only 0 or 1 after a tilde. */
        private static JsonPointer pointer(EventFields of, String member) throws StreamBroken {
            String text = of.text(member);
            boolean sound = text.isEmpty() || text.charAt(0) == '/';
            for (int tilde = text.indexOf('~'); tilde >= 0; tilde = text.indexOf('~', tilde + 1)) {
                sound &= text.startsWith("0", tilde + 1) || text.startsWith("1", tilde + 1);
            }
            if (!sound) {
                throw new StreamBroken(of.where() + "." + member + " is '" + OneLine.ofMessage(text)
                        + "', but must be a JSON pointer");
            }
            return JsonPointer.compile(text);
        }
    }
}
