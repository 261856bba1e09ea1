package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.assertion.eval.AlwaysHolds;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.script.host.ScriptAnswer;
import dev.muster.common.target.HelperDocument;
import dev.muster.worker.judging.ValidatorAnswers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/**
 * Judges the assertions of a script test: as in suites where they have the same check, else as the script found them.
 */
final class TestAssertions {

    private final ConversationContext context;
    private final ScriptTestLog log;

    TestAssertions(ConversationContext context, ScriptTestLog log) {
        this.context = context;
        this.log = log;
    }

    ScriptAnswer judge(JsonNode request) throws InterruptedException {
        var method = request.path("method").asString();
        if ("Agent".equals(method)) {
            return agent(request);
        }
        return request.has("actual") ? compiled(request, check(method, request), method.startsWith("Not"))
                : noted(new AssertionResult(
                        assertion(new ExternalCheck.InTest(method, request.get("expected")), request),
                        request.path("passed").asBoolean(), reason(method, request)));
    }

    private static Check check(String method, JsonNode request) {
        var expected = request.path("expected").asString("");
        return switch (method) {
            case "Contains", "NotContains" -> new TextCheck.Contains(List.of(expected), false);
            case "Match", "NotMatch" -> new TextCheck.Regex(expected);
            case "Type" -> new ValueCheck.Type(null, expected);
            default -> new ValueCheck.JsonPath(request.path("path").asString(), request.get("expected"));
        };
    }

    private ScriptAnswer compiled(JsonNode request, Check check, boolean negate) {
        var assertion = assertion(check, request);
        var expected = new Assertion(assertion.check(), negate, assertion.message(), null, 1);
        var always = check instanceof TextCheck ? AlwaysHolds.reason(expected) : Optional.<String>empty();
        if (always.isPresent()) {
            return new ScriptAnswer.Refused("t.assert." + request.path("method").asString() + " says nothing: "
                    + always.get());
        }
        try {
            return noted(
                    CompiledAssertions.compile(List.of(expected)).evaluate(reply(text(check, request.path("actual"))))
                            .getFirst());
        } catch (AssertionFault e) {
            return new ScriptAnswer.Refused(String.valueOf(e.getMessage()));
        }
    }

    /** Judges a value like a JSON reply: a text that must be a string needs its quotes there. */
    private static String text(Check check, JsonNode actual) {
        return actual.isString() && !(check instanceof ValueCheck.Type) ? actual.asString() : actual.toString();
    }

    private static AgentReply reply(String text) {
        return AgentReply.of(AgentReply.Content.of(text, List.of(), List.of(), null, List.of()), "stop", null,
                new AgentReply.Timing(0, 0, 0));
    }

    private static Assertion assertion(Check check, JsonNode request) {
        return new Assertion(check, false, request.path("message").asStringOpt().orElse(null), null, 1);
    }

    private static @Nullable String reason(String method, JsonNode request) {
        if (request.path("passed").asBoolean()) {
            return null;
        }
        var found = request.path("found").asString("");
        var message = request.path("message").asString("");
        var ours = "fail".equals(method) ? "the test failed itself: " + found
                : "expected t.assert." + method + (request.has("expected") ? " " + request.get("expected") : "")
                        + " to hold, found " + found;
        return message.isEmpty() ? ours : message + " (" + ours + ")";
    }

    private ScriptAnswer agent(JsonNode request) throws InterruptedException {
        var options = request.path("options");
        var use = new HelperUse(Reference.of(request.path("agent").asString()), TestQuestions.options(options));
        var threshold = options.path("threshold").isNumber() ? Double.valueOf(options.path("threshold").asDouble())
                : null;
        var output = request.path("actual");
        var document = HelperDocument.of("validator", context.testCase().identity().id(),
                context.conversationId()).put("output",
                        output.isString() ? output.asString() : output.toString());
        var assertion = assertion(new HelperCheck.Agent(use, threshold, 1), request);
        var judgement = new ValidatorAnswers(assertion, threshold, Cause.VALIDATOR_ERROR, "validator")
                .over(List.of(context.helpers().ask(use, document)));
        if (judgement.trouble() != null) {
            log.trouble(judgement.trouble(), judgement.results());
            return TestQuestions.given(BooleanNode.FALSE);
        }
        return noted(judgement.results().getFirst());
    }

    private ScriptAnswer noted(AssertionResult result) {
        return TestQuestions.given(BooleanNode.valueOf(log.add(result)));
    }
}
