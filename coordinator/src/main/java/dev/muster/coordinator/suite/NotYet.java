package dev.muster.coordinator.suite;

import java.util.List;

/** What the format knows and this version does not do: said as such, never as an unknown key. */
final class NotYet {

    /** Keys of {@code tool_called}. */
    static final List<String> TOOL_CALLED = List.of("args_match", "count", "result", "after");

    /** Types of assertions. */
    static final List<String> ASSERTIONS = List.of("tool_not_called", "tools_in_order", "tools_exact", "tool_result",
            "max_duration_ms", "max_gap_ms", "max_tokens", "max_cost_usd", "schema", "snapshot");

    /** Follows the name of what is not there. */
    static final String SENTENCE = "is not in this version of Muster";

    private NotYet() {}
}
