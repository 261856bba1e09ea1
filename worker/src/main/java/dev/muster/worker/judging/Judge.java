package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.ExaminedReply;
import dev.muster.common.assertion.eval.ReplyJson;
import dev.muster.common.assertion.eval.Rubric;
import dev.muster.common.assertion.eval.SqlRules;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.target.Fence;
import dev.muster.common.target.HelperDocument;
import dev.muster.common.time.Durations;
import dev.muster.common.time.HeavyWork;
import dev.muster.worker.sql.Databases;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Evaluates assertions: by itself where it can, else with the validator, script or database that the suite names. */
public final class Judge {

    private final HelperSession helpers;
    private final Databases databases;
    private final String testId;
    private final String sessionId;
    private final boolean emptyMayPass;
    private final CompiledOnce compiled = new CompiledOnce();

    /**
     * @param emptyMayPass whether what forbids words may hold on an empty reply: the case wants something else to be
     * there
     */
    public Judge(HelperSession helpers, Databases databases, String testId, String sessionId, boolean emptyMayPass) {
        this.helpers = helpers;
        this.databases = databases;
        this.testId = testId;
        this.sessionId = sessionId;
        this.emptyMayPass = emptyMayPass;
    }

    public AssertionOutcome judge(List<Assertion> assertions, AssertionInput exhibit) throws InterruptedException {
        var judgement = AssertionOutcome.NOTHING;
        boolean heavy = ReplyWeight.isHeavy(exhibit.reply());
        ExaminedReply reply;
        try {
            reply = HeavyWork.run(heavy, helpers.deadline, () -> new ExaminedReply(exhibit.reply()));
        } catch (HeavyWork.OutOfTime e) {
            return assertions.stream().map(this::late).reduce(judgement, AssertionOutcome::and);
        }
        boolean empty = !emptyMayPass && isEmpty(exhibit.reply());
        for (var assertion : assertions) {
            judgement = judgement.and(empty && assertion.forbids() && assertion.check().readsText()
                    ? AssertionOutcome.of(new AssertionResult(assertion, false,
                            assertion.message() == null ? AssertionResult.EMPTY_REPLY
                                    : assertion.message() + " (" + AssertionResult.EMPTY_REPLY + ")"))
                    : judge(assertion, exhibit, reply, heavy));
        }
        return judgement.warning(reply.warnings());
    }

    /** Whether the agent answered with an empty text and nothing else. */
    private static boolean isEmpty(AgentReply reply) {
        var content = reply.content();
        return content.texts().stream().allMatch(String::isEmpty) && content.text().isEmpty()
                && content.toolCalls().isEmpty() && content.toolResults().isEmpty() && content.custom().isEmpty()
                && content.state() == null && reply.interrupts().isEmpty();
    }

    private AssertionOutcome judge(Assertion assertion, AssertionInput exhibit, ExaminedReply reply, boolean heavy)
            throws InterruptedException {
        return switch (assertion.check()) {
            case HelperCheck.Agent agent ->
                new ValidatorAnswers(assertion, agent.threshold(), Cause.VALIDATOR_ERROR, "validator")
                        .over(samples(agent, exhibit));
            case HelperCheck.Rubric rubric -> judge(assertion, rubric, exhibit);
            case HelperCheck.Similar similar -> compare(assertion, similar, exhibit.reply().content().text());
            case HelperCheck.Script script -> new ValidatorAnswers(assertion, null, Cause.SCRIPT_ERROR, "script")
                    .over(List.of(helpers.run(script.ask().use().id(), document(script, exhibit))));
            case ExternalCheck.SqlValidate(var config, var expected) ->
                ask(assertion, config, expected, exhibit.reply());
            case HelperCheck.LlmJudge judge -> judge(assertion, judge, exhibit);
            case Check check -> evaluate(assertion, reply, heavy);
        };
    }

    private AssertionOutcome ask(Assertion assertion, JsonNode config, JsonNode expected, AgentReply reply)
            throws InterruptedException {
        try {
            return new SqlVerdict(assertion, SqlRules.of(config, expected), databases, helpers.deadline).of(reply);
        } catch (AssertionFault fault) {
            return cantRun(assertion, fault);
        }
    }

    private AssertionOutcome judge(Assertion assertion, HelperCheck.LlmJudge judge, AssertionInput exhibit)
            throws InterruptedException {
        try {
            var rubric = Rubric.of(judge.config(), judge.expected());
            var document = document(exhibit);
            JudgePrompt.put(document, rubric);
            if (!judge.expected().isEmpty()) {
                document.set("expected", judge.expected());
            }
            return new RubricVerdict(assertion, rubric).of(helpers.ask(judge.ask(), document, rubric));
        } catch (AssertionFault fault) {
            return cantRun(assertion, fault);
        }
    }

    private AssertionOutcome judge(Assertion assertion, HelperCheck.Rubric rubric, AssertionInput exhibit)
            throws InterruptedException {
        var answers = new ArrayList<HelperAnswer>();
        var quoted = quoted(rubric.criteria(), exhibit);
        String shown = null;
        for (int n = 0; n < rubric.samples(); n++) {
            var prompt = RubricPrompt.of(quoted, Fence.next());
            shown = shown == null ? Quote.ends(helpers.masked(prompt.message())) : shown;
            answers.add(helpers.ask(rubric.ask(), HelperDocument.of("validator", testId, sessionId), prompt,
                    rubric.samples() == 1));
        }
        return new ValidatorAnswers(assertion, rubric.threshold(), Cause.VALIDATOR_ERROR, "judge", shown).over(answers);
    }

    private static SequencedMap<String, String> quoted(List<String> criteria, AssertionInput exhibit) {
        var quoted = new LinkedHashMap<String, String>();
        quoted.put("CRITERIA", criteria.size() == 1 ? criteria.getFirst() : "- " + String.join("\n- ", criteria));
        var all = TranscriptJson.conversation(exhibit.conversation());
        if (all.size() > 2) {
            quoted.put("CONVERSATION", all.valueStream().map(JsonNode::toString).collect(Collectors.joining("\n")));
        }
        quoted.put("INPUT", exhibit.input());
        var tools = Json.MAPPER.createObjectNode();
        TranscriptJson.put(tools, exhibit.reply());
        if (tools.valueStream().anyMatch(each -> !each.isEmpty())) {
            quoted.put("TOOLS", tools.toString());
        }
        quoted.put("REPLY", exhibit.reply().content().text());
        return quoted;
    }

    private AssertionOutcome compare(Assertion assertion, HelperCheck.Similar similar, String reply)
            throws InterruptedException {
        var texts = Stream.concat(Stream.of(reply), similar.values().stream()).toList();
        // models have no embedding of nothing
        var answer = reply.isBlank()
                ? new HelperAnswer.Answered("{\"passed\":true,\"score\":0,\"reason\":\"the reply is empty\"}")
                : new Similarity(similar.values()).of(
                        helpers.embed(similar.ask(), HelperDocument.of("validator", testId, sessionId), texts));
        return new ValidatorAnswers(assertion, similar.threshold(), Cause.VALIDATOR_ERROR, "comparison")
                .over(List.of(answer));
    }

    private List<HelperAnswer> samples(HelperCheck.Agent agent, AssertionInput exhibit) throws InterruptedException {
        var answers = new ArrayList<HelperAnswer>();
        for (int n = 0; n < agent.samples(); n++) {
            answers.add(helpers.ask(agent.ask(), document(exhibit)));
        }
        return answers;
    }

    private AssertionOutcome evaluate(Assertion assertion, ExaminedReply reply, boolean heavy)
            throws InterruptedException {
        try {
            var check = compiled.of(assertion);
            return AssertionOutcome.of(HeavyWork.run(heavy, helpers.deadline, () -> reply.by(check)));
        } catch (HeavyWork.OutOfTime e) {
            return late(assertion);
        } catch (AssertionFault fault) {
            return cantRun(assertion, fault);
        }
    }

    private AssertionOutcome late(Assertion assertion) {
        return AssertionOutcome.late(assertion, "timeout after " + Durations.text(helpers.deadline.limit())
                + ", while a large reply was checked");
    }

    private static AssertionOutcome cantRun(Assertion assertion, AssertionFault fault) {
        return AssertionOutcome.broken(assertion, Cause.INFRASTRUCTURE,
                "an assertion can't be run: " + fault.getMessage());
    }

    private ObjectNode document(HelperCheck.Script script, AssertionInput exhibit) {
        var reply = exhibit.reply();
        var context = Json.MAPPER.createObjectNode().put("test_id", testId);
        script.ask().options().metadata().forEach(context.putObject("metadata")::set);
        context.set("messages", TranscriptJson.conversation(exhibit.conversation()));
        TranscriptJson.putAll(context, reply);
        return ScriptDocuments.assertion(
                ReplyJson.in(reply.content().text()).orElseGet(() -> StringNode.valueOf(reply.content().text())),
                StringNode.valueOf(exhibit.input()), script.value(), context);
    }

    private ObjectNode document(AssertionInput exhibit) {
        var document = HelperDocument.of("validator", testId, sessionId).put("output", exhibit.reply().content().text())
                .put("input", exhibit.input());
        document.set("conversation", TranscriptJson.conversation(exhibit.conversation()));
        TranscriptJson.put(document, exhibit.reply());
        return document;
    }
}
