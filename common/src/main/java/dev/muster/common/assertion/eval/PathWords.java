package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Words the result of a path lookup for messages. */
final class PathWords {

    private static final int MOST = 5;

    private PathWords() {}

    static Observation nowhere(ResponseDocument reply) {
        return Observation.fails(() -> "but nothing is there: looked in " + places(reply));
    }

    static Observation tooCostly() {
        return Observation.undecided(() -> "but the path took more than " + DocumentPath.MOST_STEPS
                + " steps in this reply, which is the limit; use a path with fewer ..");
    }

    /** Returns the first few values, and where they were. */
    static String found(DocumentPath.Lookup.Found found) {
        var more = found.values().size() > MOST ? " and " + (found.values().size() - MOST) + " more" : "";
        return found.values().stream().limit(MOST).map(Excerpt::of).collect(Collectors.joining(", ")) + more + " in "
                + found.place();
    }

    /** Returns the same as data. */
    static Seen seen(DocumentPath.Lookup.Found found) {
        var values = found.values();
        return Seen.of(values.size() == 1 ? values.getFirst()
                : JsonNodeFactory.instance.arrayNode().addAll(values.subList(0, Math.min(MOST, values.size()))))
                .at(found.place());
    }

    private static String places(ResponseDocument reply) {
        var names = reply.places().stream().map(PathWords::described).toList();
        return listed(names)
                + (reply.json().isEmpty() ? " (the reply is no JSON: " + Excerpt.of(reply.text()) + ")" : "");
    }

    private static String described(ResponseDocument.Place place) {
        boolean ours = "the response document".equals(place.name());
        return ours || !place.root().isObject() ? place.name() : place.name() + " (" + keys(place.root()) + ")";
    }

    private static String keys(JsonNode object) {
        var names = object.propertyNames().stream().limit(MOST).collect(Collectors.joining(", "));
        return object.isEmpty() ? "an empty object" : "which has " + names + (object.size() > MOST ? ", …" : "");
    }

    private static String listed(List<String> names) {
        return names.size() == 1 ? names.getFirst()
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }
}
