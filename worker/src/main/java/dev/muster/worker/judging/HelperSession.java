package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AnswerFormat;
import dev.muster.common.agent.CallIds;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.eval.Rubric;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation.ScriptTest;
import dev.muster.common.model.Message;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.Scripts;
import dev.muster.common.script.host.Questions;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.target.HelperDocument;
import dev.muster.common.target.HelperRequest;
import dev.muster.common.target.NotAllowed;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Durations;
import dev.muster.worker.call.Caller;
import dev.muster.worker.sql.Databases;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The session with simulators, validators and scripts: each gets one JSON document and answers with text. */
public final class HelperSession {

    private final Map<String, CallableAgent> agents;
    private final Scripts scripts;
    private final Caller caller;
    final Deadline deadline;
    private Usage usage = Usage.NONE;
    private Duration took = Duration.ZERO;
    private Duration waited = Duration.ZERO;
    private boolean wasCalled;

    /** @param agents those that the case asks, by id */
    public HelperSession(Map<String, CallableAgent> agents, Scripts scripts, Caller caller, Deadline deadline) {
        this.agents = Map.copyOf(agents);
        this.scripts = scripts;
        this.caller = caller;
        this.deadline = deadline;
    }

    public Usage usage() {
        return usage;
    }

    /** Returns the tokens and time of all helper calls; null when there were none. */
    public @Nullable HelperSpend usageAndTime() {
        return wasCalled ? new HelperSpend(usage, took.toMillis()) : null;
    }

    /** Returns the time spent waiting for room in the script host. */
    public Duration waited() {
        return waited;
    }

    /**
     * @param document the role's fields; the use's metadata overrides them, except for the names of test and session
     */
    public HelperAnswer ask(HelperUse use, ObjectNode document) throws InterruptedException {
        var complete = HelperDocument.withMetadata(document, use.options().metadata());
        return use.use().kind() == Reference.Kind.SCRIPT ? run(use.use().id(), complete)
                : call(use, complete, endpoint -> endpoint, request -> request, deadline).answer();
    }

    /** Asks a model to judge by a rubric; one called by its connector also gets a judge's instructions. */
    public HelperAnswer ask(HelperUse use, ObjectNode document, Rubric rubric) throws InterruptedException {
        var complete = HelperDocument.withMetadata(document, use.options().metadata());
        boolean bare = use.use().kind() == Reference.Kind.CONNECTOR;
        return call(use, complete,
                endpoint -> (bare ? endpoint.withInstructions(JudgePrompt.instructions(rubric)) : endpoint)
                        .withTemperature(rubric.temperature()),
                request -> request, rubric.timeout() == null ? deadline : deadline.within(rubric.timeout())).answer();
    }

    /**
     * Asks a judge with Muster's own prompt. A server that refuses the form of the answer, or a temperature, is called
     * again without, and from then on never with them.
     *
     * @param once whether it is the only sample: others are to differ
     */
    public HelperAnswer ask(HelperUse use, ObjectNode document, RubricPrompt prompt, boolean once)
            throws InterruptedException {
        boolean bare = use.use().kind() == Reference.Kind.CONNECTOR;
        var messages = List.of(Message.user(bare ? prompt.message() : prompt.whole()));
        UnaryOperator<Endpoint> as = endpoint -> bare ? endpoint.withInstructions(prompt.instructions()) : endpoint;
        var first = call(use, document,
                endpoint -> bare && once && !isFormless(endpoint) ? as.apply(endpoint).withTemperature(0)
                        : as.apply(endpoint),
                request -> request.withFormat(isFormless(request.endpoint()) ? null
                        : new AnswerFormat.Json(RubricPrompt.ANSWER), messages),
                deadline);
        if (!(first.outcome() instanceof AgentFailure.Agent(var text, var _))) {
            return first.answer();
        }
        var plain = call(use, document, as, request -> request.withFormat(null, messages), deadline);
        if (text.startsWith("agent error: HTTP 4") && plain.outcome() instanceof AgentReply) {
            caller.traffic.formless().add(plain.address());
        }
        return plain.answer();
    }

    private boolean isFormless(Endpoint endpoint) {
        return caller.traffic.formless().contains(endpoint.limit().address());
    }

    /** Asks a connector for the embeddings of texts. */
    public HelperAnswer embed(HelperUse use, ObjectNode document, List<String> texts) throws InterruptedException {
        return call(use, document, endpoint -> endpoint,
                request -> request.withFormat(new AnswerFormat.Embeddings(texts), request.messages()), deadline)
                .answer();
    }

    /** Judges a reply that is no case's. */
    public AssertionResult judged(Assertion assertion, AgentReply reply, String input) throws InterruptedException {
        return new Judge(this, Databases.NONE, "judge", "judge", true)
                .judge(List.of(assertion), new AssertionInput(reply, input, List.of())).results().getFirst();
    }

    /** Returns a text without the secrets that are known by now. */
    public String masked(String text) {
        return caller.masked(text);
    }

    /** Runs a script with its own document. */
    public HelperAnswer run(String script, ObjectNode document) throws InterruptedException {
        if (deadline.passed()) {
            return new HelperAnswer.OutOfTime(deadline.limit(), null);
        }
        var before = deadline.given();
        try {
            var answer = scripts.call(script, document, deadline);
            return new HelperAnswer.Answered(
                    answer.isString() ? answer.stringValue() : Json.MAPPER.writeValueAsString(answer));
        } catch (ScriptFailed e) {
            return e.isLate() ? new HelperAnswer.OutOfTime(deadline.limit(), e.sentence())
                    : new HelperAnswer.Broke(e.sentence());
        } finally {
            waited = waited.plus(deadline.given().minus(before));
        }
    }

    /** @throws ScriptFailed when the script breaks, or no time is left */
    public void test(ScriptTest test, JsonNode context, Questions questions) throws ScriptFailed, InterruptedException {
        if (deadline.passed()) {
            throw ScriptFailed.late("it was over before the test " + test.function() + " began");
        }
        scripts.test(test.file(), test.function(), context, questions, deadline);
    }

    /** Sends messages to an agent of the case, as a script test words them; empty when it isn't in this run. */
    public Optional<AgentOutcome> converse(String id, String conversationId, List<Message> messages, Options options)
            throws InterruptedException {
        var agent = agents.get(id);
        if (agent == null) {
            return Optional.empty();
        }
        var request = new AgentRequest(agent.endpoint(options.connector()), conversationId,
                CallIds.next(), messages, options, StreamBounds.DEFAULT);
        return Optional.of(caller.callTarget(agent.protocol(), request, deadline).outcome());
    }

    /** Returns why no reply of an agent has a member of this name, such as {@code tool_calls}. */
    public Map<String, String> lacks(String id) {
        var agent = agents.get(id);
        return agent == null ? Map.of() : agent.lacks();
    }

    /** @param outcome null when the helper was not called */
    private record HelperCall(@Nullable AgentOutcome outcome, HelperAnswer answer, String address) {}

    /**
     * Returns the time since the deadline had this left, without waits. A wait is given back as it was asked for, before
     * it begins: one that is cut short gives back more than it took.
     */
    private Duration spent(Duration left) {
        var spent = left.minus(deadline.left());
        return spent.isNegative() ? Duration.ZERO : spent;
    }

    private HelperCall call(HelperUse use, ObjectNode document, UnaryOperator<Endpoint> as,
            UnaryOperator<AgentRequest> shaped, Deadline by) throws InterruptedException {
        var who = use.use().kind() == Reference.Kind.CONNECTOR ? use.use().toString() : use.use().id();
        var agent = agents.get(who);
        if (agent == null) {
            return new HelperCall(null, new HelperAnswer.Broke("agent " + who + " is not in this run"), who);
        }
        var endpoint = as.apply(agent.endpoint(use.options().connector()));
        var left = deadline.left();
        var request = agent.hearsMessages() ? HelperRequest.conversing(endpoint, use.options(), document)
                : HelperRequest.of(endpoint, use.options(), document);
        var called = caller.call(agent.protocol(), shaped.apply(request), by);
        var spent = spent(left);
        took = took.plus(spent);
        usage = usage.plus(called.used());
        wasCalled = true;
        return new HelperCall(called.outcome(), switch (called.outcome()) {
            case AgentReply reply -> new HelperAnswer.Answered(
                    HelperRequest.withoutReasoning(reply.content().text()), called.used(), spent.toMillis());
            case AgentFailure.Timeout timeout -> deadline.passed() ? new HelperAnswer.OutOfTime(deadline.limit(), null)
                    : new HelperAnswer.Broke("it did not answer within " + Durations.text(by.limit()));
            case AgentFailure.Refused(int status, var text) when status == 0 -> throw new NotAllowed(who + ": " + text);
            case AgentFailure failure -> new HelperAnswer.Broke(failure.text());
        }, endpoint.limit().address());
    }
}
