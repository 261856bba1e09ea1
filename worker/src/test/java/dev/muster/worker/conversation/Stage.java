package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Traffic;
import dev.muster.common.agent.Usage;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.config.Pricing;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Setup;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.ToolStub;
import dev.muster.common.model.Turn;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.Scripts;
import dev.muster.common.target.CallableAgent;
import dev.muster.common.template.Variables;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.WallTime;
import dev.muster.worker.call.Caller;
import dev.muster.worker.judging.HelperSession;
import dev.muster.worker.sql.Databases;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Everything that a conversation needs, with a clock that only moves on request. */
final class Stage {

    /** Of the connector gpt: $2 and $8 for a million. */
    private static final Pricing PRICING = new Pricing(BigDecimal.TWO, new BigDecimal("8"), null);

    /** The time at nanosecond 0. */
    static final Instant STARTED = Instant.parse("2026-01-31T09:15:00Z");

    final ScriptedAgent target;
    final ScriptedAgent simulator = new ScriptedAgent();
    final ScriptedAgent validator = new ScriptedAgent();
    final AtomicLong nanos = new AtomicLong();
    final List<Duration> pauses = new ArrayList<>();
    final List<String> secrets = new ArrayList<>();
    HumanUsers people = HumanUsers.NONE;
    Scripts scripts = (name, document, atMost) -> {
        throw new ScriptFailed("no scripts here");
    };
    private List<Assertion> assertions = List.of();
    private Setup setup = Setup.NONE;
    private Duration timeout = Duration.ofMinutes(5);
    private Options options = Options.NONE;
    private Limits limits = Limits.NONE;
    boolean hearsMessages;
    AwaitingRules awaiting = AwaitingRules.NONE;
    private Databases databases = Databases.NONE;
    private @Nullable Caller caller;
    private @Nullable HelperSession helpers;

    Stage(ScriptedAgent target) {
        this.target = target;
    }

    Stage checking(Assertion... finals) {
        assertions = List.of(finals);
        return this;
    }

    Stage withTools(Map<String, ToolStub> tools) {
        setup = new Setup(List.of(), null, null, tools, false);
        return this;
    }

    Stage within(Duration limit) {
        timeout = limit;
        return this;
    }

    Stage with(Options ofCase) {
        options = ofCase;
        return this;
    }

    Stage with(Scripts these) {
        scripts = these;
        return this;
    }

    Stage withTurnsWithin(Duration limit) {
        limits = new Limits(null, limit, null, null);
        return this;
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    Stage over(Databases asked) {
        databases = asked;
        return this;
    }

    Ending hold(Conversation conversation) throws InterruptedException {
        var testCase = new TestCase(new TestCase.Identity("s.jsonl#T", "T", null, Map.of(), new Source("s.jsonl", 1)),
                "target", options, conversation, assertions, limits, setup, null);
        var deadline = Deadline.in(timeout, nanos::get);
        caller = new Caller(() -> {}, new RetryPolicy(1, Duration.ofSeconds(1), Duration.ofMinutes(1)),
                new Random(7), pauses::add, Traffic.FREE, secrets);
        helpers = new HelperSession(
                Map.of("sim", party("sim", simulator), "judge", party("judge", validator), "connectors:gpt",
                        party("connectors:gpt", validator)),
                scripts, caller, deadline);
        return new Conversations(people, pauses::add, nanos::get)
                .play(new ConversationContext(testCase, new QuestionContext("T", "target", null, 0),
                        party("target", target),
                        helpers, databases, caller, new CaseTime(deadline, new WallTime(STARTED, 0)),
                        "talk-1", Variables.of(testCase, name -> Optional.empty()), awaiting));
    }

    /** Returns the usage of all calls to the target. */
    Usage used() {
        return Objects.requireNonNull(caller).target();
    }

    @Nullable
    HelperSpend helped() {
        return Objects.requireNonNull(helpers).usageAndTime();
    }

    static HelperUse agent(String id, String... metadata) {
        var told = new HashMap<String, JsonNode>();
        for (int n = 0; n < metadata.length; n += 2) {
            told.put(metadata[n], Json.MAPPER.valueToTree(metadata[n + 1]));
        }
        return new HelperUse(Reference.agent(id), new Options(null, Map.of(), null, null, told));
    }

    static Turn turn(String text, Assertion... assertions) {
        return Turn.saying(List.of(new ContentPart.Text(text)), List.of(assertions));
    }

    static Assertion contains(String text) {
        return Assertion.of(new TextCheck.Contains(List.of(text), false));
    }

    static Assertion calls(String tool) {
        return Assertion.of(new ToolCheck.ToolCalled(List.of(tool), null));
    }

    private CallableAgent party(String id, ScriptedAgent agent) {
        return new CallableAgent(id,
                new Endpoint("http://127.0.0.1/" + id, Map.of(), null, "You are {{persona}}", false, null),
                agent, Map.of("gpt", new Endpoint("http://gpt/" + id, Map.of(), null, null, false, null).at(PRICING)),
                hearsMessages);
    }
}
