package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.script.host.Questions.Answer;
import dev.muster.common.target.HelperDocument;
import dev.muster.worker.conversation.ScriptTestRun.TestQuestions;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.judging.ValidatorAnswers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/** Judges the assertions of a script test: as in suites where they have the same check, else as the script found them. */
record TestAssertions(HelperSession line, String testId, String sessionId, ScriptTestRun.TestNotes notes) {

    Answer judge(JsonNode asked) throws InterruptedException {
        var method = asked.path("method").asString();
        if ("Agent".equals(method)) {
            return agent(asked);
        }
        return asked.has("actual") ? compiled(asked, check(method, asked), method.startsWith("Not"))
                : noted(new AssertionResult(assertion(new ExternalCheck.InTest(method, asked.get("expected")), asked),
                        asked.path("passed").asBoolean(), reason(method, asked)));
    }

    private static Check check(String method, JsonNode asked) {
        var expected = asked.path("expected").asString("");
        return switch (method) {
            case "Contains", "NotContains" -> new TextCheck.Contains(List.of(expected), false);
            case "Match", "NotMatch" -> new TextCheck.Regex(expected);
            case "Type" -> new ValueCheck.Type(null, expected);
            default -> new ValueCheck.JsonPath(asked.path("path").asString(), asked.get("expected"));
        };
    }

    private Answer compiled(JsonNode asked, Check check, boolean negate) {
        var assertion = assertion(check, asked);
        var wanted = new Assertion(assertion.check(), negate, assertion.message(), null, 1);
        try {
            return noted(CompiledAssertions.compile(List.of(wanted)).evaluate(reply(text(check, asked.path("actual"))))
                    .getFirst());
        } catch (AssertionFault e) {
            return new Answer.Refused(String.valueOf(e.getMessage()));
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

    private static Assertion assertion(Check check, JsonNode asked) {
        return new Assertion(check, false, asked.path("message").asStringOpt().orElse(null), null, 1);
    }

    private static @Nullable String reason(String method, JsonNode asked) {
        if (asked.path("passed").asBoolean()) {
            return null;
        }
        var found = asked.path("found").asString("");
        var message = asked.path("message").asString("");
        var ours = "fail".equals(method) ? "the test failed itself: " + found
                : "expected t.assert." + method + (asked.has("expected") ? " " + asked.get("expected") : "")
                        + " to hold, found " + found;
        return message.isEmpty() ? ours : message + " (" + ours + ")";
    }

    private Answer agent(JsonNode asked) throws InterruptedException {
        var options = asked.path("options");
        var use = new HelperUse(Reference.of(asked.path("agent").asString()), TestQuestions.options(options));
        var threshold = options.path("threshold").isNumber() ? Double.valueOf(options.path("threshold").asDouble())
                : null;
        var output = asked.path("actual");
        var document = HelperDocument.of("validator", testId, sessionId).put("output",
                output.isString() ? output.asString() : output.toString());
        var assertion = assertion(new HelperCheck.Agent(use, threshold, 1), asked);
        var judgement = new ValidatorAnswers(assertion, threshold, Cause.VALIDATOR_ERROR, "validator")
                .over(List.of(line.ask(use, document)));
        if (judgement.trouble() != null) {
            notes.trouble(judgement.trouble(), judgement.results());
            return TestQuestions.given(BooleanNode.FALSE);
        }
        return noted(judgement.results().getFirst());
    }

    private Answer noted(AssertionResult result) {
        return TestQuestions.given(BooleanNode.valueOf(notes.add(result)));
    }
}
