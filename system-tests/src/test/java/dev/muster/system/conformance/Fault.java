package dev.muster.system.conformance;

import module java.base;
import tools.jackson.databind.JsonNode;

/** The failed assertions of a result, in the words of the index. */
final class Fault {

    /** In a reason: the tool was called, its result was wrong. */
    private static final String RESULT = "the result of";

    private Fault() {}

    static List<String> all(JsonNode result) {
        return Stream.of(failed(result, "assertions").map(Fault::of),
                Trials.items(result.path("turns")).flatMap(turn -> failed(turn, "assertions")).map(Fault::of),
                failed(result, "final_assertions").map(each -> (isAgUi(each) ? "test: " : "final: ") + of(each)))
                .flatMap(each -> each).toList();
    }

    /** Returns the first of them; nothing when there is none. */
    static JsonNode first(JsonNode result) {
        return Stream.of(failed(result, "assertions"),
                Trials.items(result.path("turns")).flatMap(turn -> failed(turn, "assertions")))
                .flatMap(each -> each).findFirst().orElse(result.path("nothing"));
    }

    private static String agUi(JsonNode assertion) {
        var require = assertion.path("require");
        if (require.has("result_not_match") && assertion.path("reason").asString("").contains(RESULT)) {
            return "result_not_match " + require.path("result_not_match").stringValue();
        }
        if (assertion.has("require")) {
            return "require " + require.path("name").stringValue()
                    + (require.has("after") ? " after " + require.path("after").stringValue() : "")
                    + (require.has("count") ? " exact " + require.path("count").path("exact") : "");
        }
        if (assertion.has("forbid_call")) {
            return "forbid_calls " + assertion.path("forbid_call").path("name").stringValue() + " result_match "
                    + assertion.path("forbid_call").path("result_match").stringValue();
        }
        return assertion.has("forbid") ? "forbid " + assertion.path("forbid").stringValue()
                : Stream.of("max_duration_ms", "max_gap_ms").filter(assertion::has)
                        .map(limit -> limit + " " + assertion.path(limit)).findFirst().orElse("");
    }

    private static Stream<JsonNode> failed(JsonNode of, String list) {
        return Trials.items(of.path(list)).filter(each -> !each.path("passed").booleanValue());
    }

    private static boolean isAgUi(JsonNode assertion) {
        return assertion.path("type").asString("").equals("ag_ui");
    }

    private static String of(JsonNode assertion) {
        var type = assertion.path("type").asString("");
        return switch (type) {
            case "contains" -> "contains " + assertion.path("value");
            case "tool_called" -> "tool_called " + assertion.path("name").asString("");
            case "json_path" -> "json_path " + assertion.path("path").asString("");
            case "ag_ui" -> agUi(assertion);
            default -> type;
        };
    }
}
