package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.OracleKind;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Finals;
import dev.muster.common.model.Setup;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.TestCase.Limits;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.option.Options;
import dev.muster.coordinator.suite.EvalTurnReader.Judged;
import dev.muster.coordinator.suite.project.ConversingReader;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads an AgentEval test, flat or with its keys in nested objects. */
final class EvalCaseReader extends DialectReader {

    private static final int LONGEST_MS = 24 * 60 * 60 * 1000;
    private static final int MOST_JUDGEMENTS = 10_000;
    private static final List<String> KEPT = List.of("TypeID", "Description", "Status", "primaryKey", "sync",
            "RubricID", "Variables");

    private final AssertionReader assertions;
    private final OracleReader oracles;
    private final EvalTurnReader turns;
    private final SimulatorReader simulators;
    private final FileIds ids;

    EvalCaseReader(SuiteScope scope) {
        super(scope, "an AgentEval test");
        var faults = scope.faults();
        this.assertions = new AssertionReader(scope);
        this.oracles = new OracleReader(scope);
        this.turns = new EvalTurnReader(new PartReader(scope.attachments(), faults),
                new TurnCourseReader(assertions, scope.sound(), faults),
                new ExpectedReader(scope.defaults(), faults), faults);
        this.simulators = new SimulatorReader(new ReferenceReader(scope), scope.defaults(), faults);
        this.ids = new FileIds(scope.file());
    }

    @Override
    @Nullable
    TestCase testCase(Fields fields) {
        var parts = EvalParts.of(fields, scope.faults());
        parts.find("$schema");
        var name = parts.read(Fields::plain, "name", "Name");
        var id = id(parts, name);
        var agent = agent(parts);
        var labels = keptLabels(parts);
        if (passesOver(id, name, labels, agent)) {
            return null;
        }
        checkTarget(parts, agent);
        var strategy = EvalStrategy.of(parts);
        var judged = judged(parts, strategy);
        var then = then(parts);
        var conversation = new Conversation.Scripted(List.of(), turns(parts, judged.perTurn(), then), then,
                new Finals(strategy.scope(), threshold(parts)));
        var limits = new Limits(timeout(parts), null, null, null);
        parts.done();
        return new TestCase(identity(id, name, labels, fields), agent, Options.NONE, conversation, judged.atTheEnd(),
                limits, Setup.NONE,
                null);
    }

    private String id(EvalParts parts, @Nullable String name) {
        var id = parts.find("id", "ID");
        var named = id == null ? parts.find("name", "Name") : id;
        return named == null ? ids.of(parts.test(), "name", null)
                : ids.of(named.fields(), named.key(), id == null ? name : id.fields().plain(id.key()));
    }

    private static @Nullable String agent(EvalParts parts) {
        var found = parts.find("agentId");
        return found == null ? null : AgentLookup.agent(found.fields(), found.key());
    }

    private void checkTarget(EvalParts parts, @Nullable String agent) {
        var found = parts.find("agentId");
        scope.targets().check(found == null ? parts.last() : found.fields(), "agentId", agent, null, scope.faults());
    }

    /** What to judge after each turn, and at the end. */
    private record Judging(Judged perTurn, List<Assertion> atTheEnd) {}

    private Judging judged(EvalParts parts, EvalStrategy strategy) {
        var outcomes = outcomes(parts);
        var written = oracleNodes(parts);
        var eval = new EvalOracles(oracles, weights(parts), scope.faults());
        boolean each = strategy == EvalStrategy.EACH_TURN && mayJudgeEachTurn(parts, written.size());
        var further = parts.read((fields, _) -> assertions.further(fields), "assertions");
        var more = further == null ? List.<Assertion>of() : further;
        var whole = new ArrayList<>(written.isEmpty() ? eval.implied(outcomes) : eval.of(written, outcomes));
        whole.addAll(more);
        Judged perTurn = (turnOracles, own) -> {
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
    private static boolean mayJudgeEachTurn(EvalParts parts, int oracles) {
        var turns = Optional.ofNullable(parts.find("conversationTurns", "turns"))
                .orElseGet(() -> parts.find("userMessage"));
        var strategy = parts.find("evaluationStrategy");
        int count = turns != null && turns.node() instanceof Node.Items items ? items.nodes().size() : 1;
        boolean few = (long) count * oracles <= MOST_JUDGEMENTS;
        if (!few && strategy != null) {
            strategy.fields().fault(strategy.key(), oracles + " oracles after each of " + count
                    + " turns are too many; at most " + MOST_JUDGEMENTS + " can judge one test");
        }
        return few;
    }

    /** Returns the outcomes, which are {@code ExpectedOutcomes} or a member of it. */
    private static Outcomes outcomes(EvalParts parts) {
        var found = parts.find("expectedOutcomes", "ExpectedOutcomes");
        var object = found == null ? null : parts.object(found);
        var only = object == null || object.members().size() != 1 ? null : object.members().get("expectedOutcomes");
        return new Outcomes(only != null && only.value() instanceof Node.Obj inner ? inner : object);
    }

    private static List<Node> oracleNodes(EvalParts parts) {
        return Objects.requireNonNullElse(parts.read(Fields::list, "oracles"), List.of());
    }

    private Map<OracleKind, Double> weights(EvalParts parts) {
        var weights = parts.read(Fields::object, "scoringWeights");
        return weights == null ? Map.of() : oracles.weights(weights);
    }

    /** Returns what follows the written turns; a simulated user may also provide all of them. */
    private Then then(EvalParts parts) {
        var found = parts.find("simulator");
        if (found == null) {
            return new Then.End();
        }
        var simulated = simulators.simulator(found.fields(), Mode.MULTI_TURN);
        return new Then.Ask(simulated.simulator(), null, Then.OnMissingInput.END, simulated.maxTurns());
    }

    /** Returns the turns; structured ones take precedence over {@code userMessage}, kept for older runners. */
    private List<Turn> turns(EvalParts parts, Judged judged, Then then) {
        var structured = parts.find("conversationTurns", "turns");
        var messages = parts.find("userMessage");
        var payload = parts.read(Fields::json, "inputPayload");
        var refusal = parts.read((fields, _) -> ConversingReader.refusal(fields), "refusal");
        if (structured != null) {
            return EvalTurnReader.withPayload(turns.structured(structured, judged, refusal), payload);
        }
        if (messages != null) {
            return EvalTurnReader.withPayload(turns.messages(messages, judged), payload);
        }
        if (then instanceof Then.End) {
            parts.last().missing("an AgentEval test needs 'userMessage' or 'conversationTurns'", "userMessage",
                    "conversationTurns");
        }
        return List.of();
    }

    private static @Nullable Double threshold(EvalParts parts) {
        return parts.read((fields, key) -> fields.number(key, 0, 1), "pass_threshold", "passThreshold");
    }

    private static @Nullable Duration timeout(EvalParts parts) {
        var ms = parts.read((fields, key) -> fields.whole(key, 1, LONGEST_MS), "maxExecutionTime");
        return ms == null ? null : Duration.ofMillis(ms);
    }

    /** Returns labels from keys that Muster does not use, each on one line; lists and objects become JSON. */
    private static Map<String, String> keptLabels(EvalParts parts) {
        var labels = new LinkedHashMap<String, String>();
        for (var name : KEPT) {
            var found = parts.find(name);
            if (found != null) {
                labels.put(name, oneLine(text(found.node())));
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
