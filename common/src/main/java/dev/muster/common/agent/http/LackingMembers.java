package dev.muster.common.agent.http;

import module java.base;
import tools.jackson.databind.JsonNode;

/** What a refusal that lists its faults says is missing in a request's body, as FastAPI, Zod and others do. */
final class LackingMembers {

    private static final List<String> PLACES = List.of("loc", "path", "field", "param", "property");
    private static final List<String> LACKS = List.of("missing", "required", "undefined");
    private static final String BODY = "body";
    private static final int MOST = 5;
    private static final int LONGEST = 60;

    private LackingMembers() {}

    /** Returns paths such as {@code input.text}; none for a refusal that has no such list. */
    static List<String> in(String body) {
        return RefusalEntries.of(AnswerJson.orMissing(body)).filter(LackingMembers::isLack).map(LackingMembers::place)
                .filter(path -> !path.isEmpty()).distinct().limit(MOST).toList();
    }

    private static boolean isLack(JsonNode entry) {
        var why = RefusalEntries.why(entry);
        return LACKS.stream().anyMatch(why::contains);
    }

    /** Returns the place of a fault in the body; empty for one in a header or in the address. */
    private static String place(JsonNode entry) {
        var place = PLACES.stream().map(entry::path).filter(each -> each.isArray() || each.isString()).findFirst();
        var parts = place.map(each -> each.isArray() ? each.valueStream().map(part -> part.asString("")).toList()
                : List.of(each.stringValue())).orElse(List.of());
        boolean isElsewhere = !parts.isEmpty() && List.of("query", "header", "path", "cookie").contains(
                parts.getFirst());
        var path = parts.stream().skip(!parts.isEmpty() && parts.getFirst().equals(BODY) ? 1 : 0)
                .collect(Collectors.joining("."));
        return isElsewhere || path.length() > LONGEST ? "" : OneLine.of(path);
    }
}
