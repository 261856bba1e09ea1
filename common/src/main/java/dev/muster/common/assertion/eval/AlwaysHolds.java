package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.OracleKind;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds assertions that hold whatever an agent answers. */
public final class AlwaysHolds {

    /** Texts of one character each, of different classes; a pattern that fails on a blank one asks for words. */
    private static final List<String> REPLIES = List.of("x", "7", "-", "é", " ");
    private static final AgentReply NO_REPLY = AgentReply.of(
            AgentReply.Content.of("", List.of(), List.of(), null, List.of()), "stop", null,
            new AgentReply.Timing(0, 0, 0));
    private static final int MOST_CALLS = 1_000_000;

    private AlwaysHolds() {}

    /** Returns why it always holds, and what to write, in a sentence; empty when it may fail. */
    public static Optional<String> reason(Assertion assertion) {
        return assertion.negate() ? Optional.empty() : reason(assertion.check());
    }

    private static Optional<String> reason(Check check) {
        return switch (check) {
            case TextCheck.Contains(var values, var _) -> words(values);
            case TextCheck.ContainsAny(var values, var _) -> words(values);
            case TextCheck.Regex(var pattern) -> pattern(pattern);
            case ForeignCheck.AgUi(AgUiClause.MustMatch(var pattern)) -> pattern(pattern);
            case ForeignCheck.AgUi(AgUiClause.Require require) when require.resultNotMatch() == null ->
                count(require.count(), require.after());
            case ToolCheck.ToolCalled called -> count(called.count(), called.after());
            case ValueCheck.JsonPath(var path, var value) when value == null -> path(path);
            case ValueCheck.Schema(var path, var schema) when path != null && fitsAll(schema) -> Optional.of(
                    "every value fits this schema; write what it must be, such as 'type: object', or json_path where "
                            + path + " only has to exist");
            case ValueCheck.IsJson(var schema) when schema != null && fitsAll(schema) ->
                Optional.of(
                        "all JSON fits this schema; write what it must be, such as 'type: object', or leave it out");
            case ForeignCheck.Oracle oracle when OracleKind.SCHEMA_VALIDATE.wire().equals(oracle.oracle()) ->
                oracle(oracle);
            default -> Optional.empty();
        };
    }

    private static Optional<String> words(List<String> values) {
        return values.contains("")
                ? Optional.of("an empty text is in every reply; write the words that are to be found")
                : values.stream().anyMatch(AlwaysHolds::isBlank)
                        ? Optional.of("a text of spaces is in nearly every reply; write the words that are to be found")
                        : Optional.empty();
    }

    /** Whether a text has nothing to be found: it is empty, or has only spaces. */
    public static boolean isBlank(String text) {
        return text.chars().allMatch(c -> c == ' ');
    }

    private static Optional<String> pattern(String pattern) {
        if (!isInEveryReply(pattern)) {
            return Optional.empty();
        }
        return Optional.of(isIn(List.of(""), pattern)
                ? "the pattern '" + pattern + "' is found in every text; write what is to be found"
                : "the pattern '" + pattern + "' is found in every text that is not empty; write what is to be found,"
                        + " or '\\S' where the agent only has to say something");
    }

    /** Whether a pattern is found in every reply that is not empty. */
    public static boolean isInEveryReply(String pattern) {
        return isIn(REPLIES, pattern);
    }

    private static boolean isIn(List<String> replies, String pattern) {
        try {
            var compiled = BoundedPattern.compile(pattern);
            return replies.stream().allMatch(reply -> compiled.isIn(reply, new StepBudget()));
        } catch (AssertionFault | LimitExceeded e) {
            return false; // reported elsewhere
        }
    }

    private static Optional<String> count(CallCount count, @Nullable String after) {
        var max = count.max();
        return after == null && count.min() == 0 && (max == null || max >= MOST_CALLS)
                ? Optional.of("this count allows any number of calls, including none; write a 'max', or a 'min' of 1")
                : Optional.empty();
    }

    private static Optional<String> path(String path) {
        try {
            return DocumentPath.compile(path).in(new ResponseDocument(NO_REPLY).places()).isEmpty() ? Optional.empty()
                    : Optional.of("every reply has something at " + path + ", also a plain text; write the 'value' that"
                            + " is to be there, or is_json where the reply is to be JSON");
        } catch (AssertionFault | LimitExceeded e) {
            return Optional.empty();
        }
    }

    private static Optional<String> oracle(ForeignCheck.Oracle oracle) {
        var schema = oracle.expected().get(OracleKind.SCHEMA);
        return schema == null || !fitsAll(schema) || !oracle.config().path("requiresFields").isEmpty()
                ? Optional.empty()
                : Optional.of("every reply fits the schema of expectedOutcomes; write what it must be, such as 'type:"
                        + " object'");
    }

    /** Whether every value fits a JSON Schema. */
    public static boolean fitsAll(JsonNode schema) {
        return SchemaKinds.of(schema).isEmpty();
    }
}
