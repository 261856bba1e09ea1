package dev.muster.coordinator.suite.roundtrip;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shrinks a case as far as it still shows the same problem. */
final class Shrinking {

    private Shrinking() {}

    static ObjectNode of(ObjectNode found, Predicate<ObjectNode> shows) {
        var smallest = found;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (var each : smallerThan(smallest)) {
                if (shows.test((ObjectNode) each)) {
                    smallest = (ObjectNode) each;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** Returns the node without one member or item, at any depth. */
    private static List<JsonNode> smallerThan(JsonNode node) {
        var all = new ArrayList<JsonNode>();
        switch (node) {
            case ObjectNode object -> object.propertyNames().forEach(name -> {
                all.add(object.deepCopy().without(name));
                smallerThan(object.get(name)).forEach(less -> all.add(object.deepCopy().set(name, less)));
            });
            case ArrayNode items -> {
                for (int i = 0; i < items.size(); i++) {
                    int at = i;
                    all.add(without(items, at));
                    smallerThan(items.get(at)).forEach(less -> {
                        var copy = items.deepCopy();
                        copy.set(at, less);
                        all.add(copy);
                    });
                }
            }
            default -> {
            }
        }
        return all;
    }

    private static JsonNode without(ArrayNode items, int at) {
        var copy = items.deepCopy();
        copy.remove(at);
        return copy;
    }
}
