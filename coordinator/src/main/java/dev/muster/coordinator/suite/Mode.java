package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/** How a case in the agent-test dialect continues after its first message. */
public enum Mode {
    /** One call. */
    STANDARD,
    /** One call, written as one turn. */
    SINGLE_TURN,
    /** Turns, then a simulator or human user answers while the agent waits for input. */
    MULTI_TURN,
    /** Turns only: the mode that cases of other dialects are written in. */
    SCRIPTED,
    /** A function of a script. */
    SCRIPT_TEST,
    /** A simulator sends messages until all checkpoints are reached. */
    DYNAMIC;

    public static final String SCRIPT_TEST_TYPE = "script_test";
    /** The key of a script test's file and function. */
    public static final String TEST = "test";
    /** The {@code final_scope} of assertions on all replies. */
    public static final String WHOLE = "whole";

    private static final List<String> TYPES = List.of("single_turn", "multi_turn", "scripted", SCRIPT_TEST_TYPE);

    /** Returns the mode: checkpoints decide first, then {@code type}, then the inputs the case has. */
    static Mode of(Fields fields, CaseDefaults defaults) {
        var type = fields.text("type");
        if (type != null && !TYPES.contains(type)) {
            fields.fault("type", "unknown type '" + type + "'"
                    + Nearest.hint(type, TYPES, "; write one of " + String.join(", ", TYPES)));
        }
        if ("single_turn".equals(type)) {
            fields.notYet("can't be combined with single_turn", List.of("simulator", "checkpoints"));
            return SINGLE_TURN;
        }
        if ("scripted".equals(type)) {
            fields.notYet("can't be combined with scripted", List.of("simulator", "checkpoints", "interactive"));
            return SCRIPTED;
        }
        if (SCRIPT_TEST_TYPE.equals(type)) {
            fields.notYet("can't be combined with " + SCRIPT_TEST_TYPE,
                    List.of("simulator", "checkpoints", "interactive"));
            return SCRIPT_TEST;
        }
        if (fields.has("checkpoints")) {
            return DYNAMIC;
        }
        return "multi_turn".equals(type) || isConversation(type, fields, defaults) ? MULTI_TURN : STANDARD;
    }

    private static boolean isConversation(@Nullable String type, Fields fields, CaseDefaults defaults) {
        return type == null && (Stream.of("turns", "interactive", "simulator").anyMatch(fields::has)
                || (defaults.asksForConversation() && fields.has("input") && !fields.has("messages")));
    }
}
