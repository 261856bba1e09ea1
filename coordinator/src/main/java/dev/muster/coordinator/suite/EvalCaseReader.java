package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Setup;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.project.ConversingReader;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads an AgentEval test, flat or with its keys in nested objects. */
final class EvalCaseReader extends DialectReader {

    private static final int LONGEST_MS = 24 * 60 * 60 * 1000;
    private static final int MOST_JUDGEMENTS = 10_000;
    private static final String LOOKUP = "@lookup:";
    private static final String NAME = "Name=";
    private static final List<String> KEPT = List.of("TypeID", "Description", "Status", "primaryKey", "sync",
            "RubricID", "Variables");

    private final AssertionReader assertions;
    private final OracleReader oracles;
    private final EvalTurnReader turns;
    private final SimulatorReader simulators;
    private final FileIds ids;

    EvalCaseReader(SuiteScope scope) {
        super(scope, "an AgentEval test");
        this.assertions = new AssertionReader(scope);
        this.oracles = new OracleReader(scope);
        this.turns = new EvalTurnReader(scope, assertions);
        this.simulators = new SimulatorReader(scope);
        this.ids = new FileIds(scope.file());
    }

    @Override
    @Nullable
    TestCase testCase(Fields written) {
        var fields = EvalParts.joined(written.node(), scope.faults());
        fields.any("$schema");
        var name = fields.plain(fields.oneOf("name", "Name"));
        var id = id(fields, name);
        var agent = agent(fields);
        var labels = keptLabels(fields);
        if (passesOver(id, name, labels, agent)) {
            return null;
        }
        scope.targets().check(fields, "agentId", agent, null);
        var strategy = EvalStrategy.of(fields);
        var judged = judged(fields, strategy);
        var then = then(fields);
        var turns = turns(fields, judged.perTurn(), then);
        var threshold = fields.number(fields.oneOf("pass_threshold", "passThreshold"), 0, 1);
        var conversation = new Conversation.Scripted(List.of(), turns, then, new Finals(strategy.scope(), threshold));
        var ms = fields.whole("maxExecutionTime", 1, LONGEST_MS);
        var limits = new Limits(ms == null ? null : Duration.ofMillis(ms), null, null, null);
        fields.done();
        return new TestCase(identity(id, name, labels, written), agent, Options.NONE, conversation, judged.atTheEnd(),
                limits, Setup.NONE,
                null);
    }

    private String id(Fields fields, @Nullable String name) {
        var key = fields.oneOf("id", "ID");
        return fields.has(key) ? ids.of(fields, key, fields.plain(key))
                : ids.of(fields, fields.oneOf("name", "Name"), name);
    }

    /** Reads an id, or {@code @lookup:…Name=X}, which names agent X. */
    private static @Nullable String agent(Fields fields) {
        var written = fields.plain("agentId");
        if (written == null || !written.startsWith(LOOKUP)) {
            return written;
        }
        int name = written.lastIndexOf(NAME) + NAME.length();
        // the name goes up to the next condition (&) or option (?) of the lookup
        int end = IntStream.range(name, written.length()).filter(i -> "&?".indexOf(written.charAt(i)) >= 0).findFirst()
                .orElse(written.length());
        var agent = written.contains(NAME) ? written.substring(name, end).strip() : "";
        if (agent.isEmpty()) {
            fields.fault("agentId", "'" + written + "' looks up no agent by name; write the agent's id, or "
                    + "@lookup:Agents.Name= and its name");
            return null;
        }
        return agent;
    }

    /** What to judge after each turn, and at the end. */
    private record Judging(TurnJudging perTurn, List<Assertion> atTheEnd) {}

    private Judging judged(Fields fields, EvalStrategy strategy) {
        var outcomes = outcomes(fields);
        var written = fields.list("oracles");
        var weights = fields.object("scoringWeights");
        var eval = new EvalOracles(oracles, weights == null ? Map.of() : oracles.weights(weights), scope.faults());
        boolean each = strategy == EvalStrategy.EACH_TURN && mayJudgeEachTurn(fields, written.size());
        var more = assertions.further(fields);
        var whole = new ArrayList<>(written.isEmpty() ? eval.implied(outcomes) : eval.of(written, outcomes));
        whole.addAll(more);
        TurnJudging perTurn = (turnOracles, own) -> {
            var all = new ArrayList<>(eval.of(turnOracles, own.orElse(outcomes)));
            if (each && own.isNone()) {
                all.addAll(whole);
            } else if (each) {
                all.addAll(eval.of(written, own));
                all.addAll(more);
            }
            return all.isEmpty() ? eval.implied(own) : all;
        };
        return new Judging(perTurn, each ? List.of() : whole);
    }

    /** Whether oracles may judge each turn: every oracle is copied to every turn, so the product is bounded. */
    private static boolean mayJudgeEachTurn(Fields fields, int oracles) {
        var key = fields.oneOf("conversationTurns", "turns");
        int count = fields.any(fields.has(key) ? key : "userMessage") instanceof Node.Items turns ? turns.nodes().size()
                : 1;
        boolean few = (long) count * oracles <= MOST_JUDGEMENTS;
        if (!few) {
            fields.fault("evaluationStrategy", oracles + " oracles after each of " + count
                    + " turns are too many; at most " + MOST_JUDGEMENTS + " can judge one test");
        }
        return few;
    }

    /** Returns the outcomes, which are {@code ExpectedOutcomes} or a member of it. */
    private static Outcomes outcomes(Fields fields) {
        var key = fields.oneOf("expectedOutcomes", "ExpectedOutcomes");
        var node = fields.any(key);
        var object = node == null ? null : InnerJson.object(node, key, fields.faults());
        return new Outcomes(object != null && object.members().size() == 1
                && object.get("expectedOutcomes") instanceof Node.Obj inner ? inner : object);
    }

    /** Returns what follows the written turns; a simulated user may also provide all of them. */
    private Then then(Fields fields) {
        if (fields.any("simulator") == null) {
            return new Then.End();
        }
        var simulated = simulators.simulator(fields, Mode.MULTI_TURN);
        return new Then.Ask(simulated.simulator(), null, Then.OnMissingInput.END, simulated.maxTurns());
    }

    /** Returns the turns; structured ones take precedence over {@code userMessage}, kept for older runners. */
    private List<Turn> turns(Fields fields, TurnJudging judged, Then then) {
        var structured = fields.oneOf("conversationTurns", "turns");
        var messages = fields.any("userMessage");
        var payload = fields.json("inputPayload");
        var refusal = ConversingReader.refusal(fields);
        if (fields.has(structured)) {
            return EvalTurnReader.withPayload(turns.structured(fields, structured, judged, refusal), payload);
        }
        if (messages != null) {
            return EvalTurnReader.withPayload(turns.messages(messages, judged), payload);
        }
        if (then instanceof Then.End) {
            fields.missing("an AgentEval test needs 'userMessage' or 'conversationTurns'", "userMessage",
                    "conversationTurns");
        }
        return List.of();
    }

    /** Returns labels from keys that Muster does not use, each on one line; lists and objects become JSON. */
    private static Map<String, String> keptLabels(Fields fields) {
        var labels = new LinkedHashMap<String, String>();
        for (var name : KEPT) {
            var node = fields.any(name);
            if (node != null) {
                labels.put(name, oneLine(text(node)));
            }
        }
        return labels;
    }

    private static String text(Node node) {
        return node instanceof Node.Scalar scalar ? scalar.text() : node.json().toString();
    }

    private static String oneLine(String text) {
        var line = new StringBuilder(text.length());
        text.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line.toString();
    }
}
