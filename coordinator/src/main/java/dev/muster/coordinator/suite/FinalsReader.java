package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;

/** Reads how the assertions of a whole conversation are judged, where a case deviates from agent-test. */
public final class FinalsReader {

    static final String LAST_REPLY = "last_reply";
    public static final String WHOLE = "whole";

    private static final List<String> SCOPES = List.of(LAST_REPLY, WHOLE);

    private FinalsReader() {}

    static Finals finals(Fields fields, Mode mode) {
        if (mode != Mode.MULTI_TURN && mode != Mode.SCRIPTED) {
            fields.notYet("goes with 'turns' only", List.of("final_scope", "pass_threshold"));
            return Finals.LAST_REPLY;
        }
        var scope = fields.text("final_scope");
        if (scope != null && !SCOPES.contains(scope)) {
            fields.fault("final_scope", "'final_scope' is last_reply or whole" + Nearest.hint(scope, SCOPES));
        }
        return new Finals(WHOLE.equals(scope) ? Scope.WHOLE : Scope.LAST_REPLY,
                fields.number("pass_threshold", 0, 1));
    }
}
