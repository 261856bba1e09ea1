package dev.muster.coordinator.suite;

import java.util.List;

/** What the format knows and this version does not do: said as such, never as an unknown key. */
final class NotYet {

    /** Keys of a case. */
    static final List<String> CASE = List.of("checkpoints", "interactive", "on_missing_input", "final_assertions",
            "max_turns", "turn_timeout", "before", "after", "hooks", "repeat", "tools");

    /** Keys that open a conversation of another mode, so that a case with one of them lacks no input. */
    static final List<String> OPENINGS = List.of("turns", "simulator", "checkpoints", "interactive");

    /** Keys of a turn. */
    static final List<String> TURN = List.of("delay_ms", "tools", "expect_success", "continue_on_failure", "capture",
            "when", "goto");

    /** Keys of {@code tool_called}. */
    static final List<String> TOOL_CALLED = List.of("args_match", "count", "result", "after");

    /** Types of assertions. */
    static final List<String> ASSERTIONS = List.of("tool_not_called", "tools_in_order", "tools_exact", "tool_result",
            "max_duration_ms", "max_gap_ms", "max_tokens", "max_cost_usd", "agent", "script", "schema", "snapshot",
            "ag_ui", "oracle");

    /** Follows the name of what is not there. */
    static final String SENTENCE = "is not in this version of Muster, which runs cases of one call";

    private NotYet() {}
}
