package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The path of a delta: {@code items.0.name}, or {@code items[0].name}, with an optional leading {@code props.}. */
record PropsPath(String written, List<String> steps) {

    /** Far deeper than any real message, and shallow enough to be stored. */
    private static final int DEEPEST = 32;

    static PropsPath of(String written) throws Props.DeltaFailed {
        List<String> steps = List.of(written.replace("[", ".").replace("]", "").split("\\.", DEEPEST + 2));
        if (steps.size() > 1 && steps.getFirst().equals("props")) {
            steps = steps.subList(1, steps.size());
        }
        if (steps.size() > DEEPEST || steps.contains("")) {
            throw new Props.DeltaFailed("'" + OneLine.ofMessage(written) + "' is not a path");
        }
        return new PropsPath(written, steps);
    }

    /** Returns the member of props that the path begins with. */
    String first() {
        return steps.getFirst();
    }

    /** Returns a chunk's value for this path: at the same path of its props, or else all of them. */
    JsonNode valueIn(ObjectNode props) throws Props.DeltaFailed {
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
        throw new Props.DeltaFailed("the chunk brings nothing for '" + OneLine.ofMessage(written) + "'");
    }

    /** Returns the place itself, and creates missing containers on the way to it. */
    Place in(ObjectNode props) throws Props.DeltaFailed {
        var place = new Place(props, first(), written);
        for (String step : steps.subList(1, steps.size())) {
            place = new Place(container(place, step), step, written);
        }
        return place;
    }

    private JsonNode container(Place place, String next) throws Props.DeltaFailed {
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

        void put(JsonNode value) throws Props.DeltaFailed {
            int index = index(step);
            switch (parent) {
                case ObjectNode object -> object.set(step, value);
                case ArrayNode array when index >= 0 && index < array.size() -> array.set(index, value);
                case ArrayNode array when index == array.size() -> array.add(value);
                default -> throw new Props.DeltaFailed("there is no place '" + OneLine.ofMessage(written) + "'");
            }
        }
    }
}
