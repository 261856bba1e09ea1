package dev.muster.common.script;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a script says of a reply.
 *
 * @param reason null when it gave none
 * @param score null when it gave none
 */
public record ScriptVerdict(boolean passed, @Nullable String reason, @Nullable Double score) {

    /**
     * Reads {@code true}, {@code {pass, message}} or {@code {passed, reason, score}}.
     *
     * @throws ScriptFailed when the answer is no verdict
     */
    public static ScriptVerdict of(String name, JsonNode answer) throws ScriptFailed {
        if (answer.isBoolean()) {
            return new ScriptVerdict(answer.booleanValue(), null, null);
        }
        var passed = answer.has("passed") ? answer.get("passed") : answer.path("pass");
        if (!passed.isBoolean()) {
            throw new ScriptFailed("scripts:" + name + " gave no verdict: it must answer true, false, or an object "
                    + "with 'pass' or 'passed'");
        }
        var score = answer.path("score");
        var reason = answer.has("reason") ? answer.get("reason") : answer.path("message");
        return new ScriptVerdict(passed.booleanValue(), reason.isString() ? reason.stringValue() : null,
                score.isNumber() ? score.doubleValue() : null);
    }
}
