package dev.muster.common.agent.http;

import module java.base;
import tools.jackson.databind.JsonNode;

/** The entries of a refusal that lists the faults of a request's body, as FastAPI, Zod and others do. */
public final class RefusalEntries {

    private static final List<String> LISTS = List.of("detail", "details", "errors", "issues", "violations");
    private static final List<String> WHYS = List.of("type", "code", "keyword", "msg", "message", "expected");
    private static final int MOST = 50;

    private RefusalEntries() {}

    /** Returns the entries; none for a refusal that has no such list. */
    public static Stream<JsonNode> of(JsonNode refusal) {
        return Stream.of(refusal, refusal.path("error")).flatMap(each -> LISTS.stream().map(each::path))
                .filter(JsonNode::isArray).findFirst().stream().flatMap(JsonNode::valueStream).limit(MOST);
    }

    /** Returns in lower case what an entry says is wrong. */
    public static String why(JsonNode entry) {
        return WHYS.stream().map(each -> entry.path(each).asString("")).collect(Collectors.joining(" "))
                .toLowerCase(Locale.ROOT);
    }
}
