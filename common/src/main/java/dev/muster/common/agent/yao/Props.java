package dev.muster.common.agent.yao;

import module java.base;

import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

/** The props of a message, built chunk by chunk; the nodes of a chunk become part of them. */
final class Props {

    private ObjectNode all = JsonNodeFactory.instance.objectNode();

    JsonNode get(String name) {
        return all.path(name);
    }

    JsonNode settled() {
        return GrowingText.settled(all);
    }

    void apply(Chunk chunk) throws DeltaFailed {
        if (chunk.action() == Chunk.Action.WHOLE || chunk.path().isEmpty()) {
            applyToAll(chunk);
        } else {
            applyAt(PropsPath.of(chunk.path()), chunk);
        }
    }

    private void applyToAll(Chunk chunk) throws DeltaFailed {
        switch (chunk.action()) {
            case WHOLE, REPLACE -> all = chunk.props();
            case APPEND -> {
                for (var member : chunk.props().properties()) {
                    all.set(member.getKey(), appended(all.path(member.getKey()), member.getValue()));
                }
            }
            case MERGE -> merge(all, chunk.props());
            case SET -> all.setAll(chunk.props());
        }
    }

    private void applyAt(PropsPath path, Chunk chunk) throws DeltaFailed {
        JsonNode value = path.valueIn(chunk.props());
        PropsPath.Place place = path.in(all);
        switch (chunk.action()) {
            case APPEND -> {
                place.put(appended(place.get(), value));
                addMissing(chunk.props(), path.first());
            }
            case MERGE -> place.put(merged(place.get(), value));
            case WHOLE, REPLACE, SET -> place.put(value);
        }
    }

    /** Adds the id and name that pieces of a tool call's arguments carry beside the path. */
    private void addMissing(ObjectNode props, String appended) {
        for (var member : props.properties()) {
            JsonNode known = all.path(member.getKey());
            if (!member.getKey().equals(appended) && (known.isMissingNode() || known.isNull() || isEmpty(known))) {
                all.set(member.getKey(), member.getValue());
            }
        }
    }

    private static boolean isEmpty(JsonNode node) {
        return node.isString() && node.stringValue().isEmpty();
    }

    private static JsonNode appended(JsonNode to, JsonNode value) throws DeltaFailed {
        if (to.isMissingNode() || to.isNull()) {
            return value;
        }
        if (value.isNull()) {
            return to;
        }
        if (to instanceof ArrayNode array) {
            return value instanceof ArrayNode more ? array.addAll(more) : array.add(value);
        }
        if (GrowingText.isText(to) && value.isString()) {
            return GrowingText.longer(to, value.stringValue());
        }
        throw new DeltaFailed("nothing but text can be appended to text, and only that or a list grows, not "
                + StreamBroken.kind(to));
    }

    private static JsonNode merged(JsonNode to, JsonNode value) {
        if (to instanceof ObjectNode object && value instanceof ObjectNode more) {
            merge(object, more);
            return object;
        }
        return value;
    }

    private static void merge(ObjectNode to, ObjectNode more) {
        for (var member : more.properties()) {
            JsonNode known = to.has(member.getKey()) ? to.get(member.getKey()) : MissingNode.getInstance();
            to.set(member.getKey(), merged(known, member.getValue()));
        }
    }

    /** A growing string in a JSON tree: a long text of many pieces is not copied for each of them. */
    static final class GrowingText {

        private GrowingText() {}

        static boolean isText(JsonNode node) {
            return node.isString() || node.isPojo();
        }

        /** Returns the text with the piece appended; the given node must not be used any more. */
        static JsonNode longer(JsonNode text, String piece) {
            if (text instanceof POJONode growing) {
                var _ = builder(growing).append(piece);
                return growing;
            }
            StringBuilder growing = new StringBuilder(text.stringValue());
            var _ = growing.append(piece);
            return JsonNodeFactory.instance.pojoNode(growing);
        }

        /** Returns 0 for anything but text. */
        static int length(JsonNode text) {
            return text instanceof POJONode growing ? builder(growing).length() : text.stringValue("").length();
        }

        /** Returns the text from an index on; "" for anything but text. */
        static String from(JsonNode text, int start) {
            return text instanceof POJONode growing ? builder(growing).substring(start)
                    : text.stringValue("").substring(start);
        }

        /** Returns the tree with plain strings, which no longer grow. */
        static JsonNode settled(JsonNode node) {
            switch (node) {
                case POJONode growing -> {
                    return JsonNodeFactory.instance.stringNode(builder(growing).toString());
                }
                case ObjectNode object ->
                    object.properties().forEach(member -> member.setValue(settled(member.getValue())));
                case ArrayNode array -> {
                    for (int i = 0; i < array.size(); i++) {
                        var _ = array.set(i, settled(array.get(i)));
                    }
                }
                default -> {
                }
            }
            return node;
        }

        private static StringBuilder builder(POJONode growing) {
            return (StringBuilder) growing.getPojo();
        }
    }

    /** The path of a delta: {@code items.0.name}, or {@code items[0].name}, with an optional leading {@code props.}. */
    record PropsPath(String written, List<String> steps) {

        /** Far deeper than any real message, and shallow enough to be stored. */
        private static final int DEEPEST = 32;

        static PropsPath of(String written) throws DeltaFailed {
            List<String> steps = List.of(written.replace("[", ".").replace("]", "").split("\\.", DEEPEST + 2));
            if (steps.size() > 1 && steps.getFirst().equals("props")) {
                steps = steps.subList(1, steps.size());
            }
            if (steps.size() > DEEPEST || steps.contains("")) {
                throw new DeltaFailed("'" + OneLine.ofMessage(written) + "' is not a path");
            }
            return new PropsPath(written, steps);
        }

        /** Returns the member of props that the path begins with. */
        String first() {
            return steps.getFirst();
        }

        /** Returns a chunk's value for this path: at the same path of its props, or else all of them. */
        JsonNode valueIn(ObjectNode props) throws DeltaFailed {
            JsonNode value = props;
            for (String step : steps) {
                value = child(value, step);
            }
            if (!value.isMissingNode()) {
                return value;
            }
            if (props.size() == 1 && !props.has(first())) {
                return props.iterator().next();
            }
            throw new DeltaFailed("the chunk brings nothing for '" + OneLine.ofMessage(written) + "'");
        }

        /** Returns the place itself, and creates missing containers on the way to it. */
        Place in(ObjectNode props) throws DeltaFailed {
            var place = new Place(props, first(), written);
            for (String step : steps.subList(1, steps.size())) {
                place = new Place(container(place, step), step, written);
            }
            return place;
        }

        private JsonNode container(Place place, String next) throws DeltaFailed {
            JsonNode found = place.get();
            if (found.isMissingNode() || found.isNull()) {
                JsonNode made = index(next) < 0 ? JsonNodeFactory.instance.objectNode()
                        : JsonNodeFactory.instance.arrayNode();
                place.put(made);
                return made;
            }
            return found;
        }

        private static JsonNode child(JsonNode parent, String step) {
            return parent.isArray() && index(step) >= 0 ? parent.path(index(step)) : parent.path(step);
        }

        /** Returns -1 for anything but an index. */
        private static int index(String step) {
            boolean digits = step.length() < 9 && step.chars().allMatch(c -> c >= '0' && c <= '9');
            return digits ? Integer.parseInt(step) : -1;
        }

        /** A member of an object, an element of an array, or the place behind its last one. */
        record Place(JsonNode parent, String step, String written) {

            JsonNode get() {
                return child(parent, step);
            }

            void put(JsonNode value) throws DeltaFailed {
                int index = index(step);
                switch (parent) {
                    case ObjectNode object -> object.set(step, value);
                    case ArrayNode array when index >= 0 && index < array.size() -> array.set(index, value);
                    case ArrayNode array when index == array.size() -> array.add(value);
                    default -> throw new DeltaFailed("there is no place '" + OneLine.ofMessage(written) + "'");
                }
            }
        }
    }

    /** Thrown when a chunk does not fit its message; the exception message says why. */
    static final class DeltaFailed extends Exception {

        DeltaFailed(String message) {
            super(message, null, false, false);
        }
    }
}
