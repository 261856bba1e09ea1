package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Words;

/** When the oracles of an AgentEval test judge. */
enum EvalStrategy {

    FINAL_TURN_ONLY(Scope.LAST_REPLY),
    EACH_TURN(Scope.LAST_REPLY),
    ALL_TURNS_AGGREGATE(Scope.WHOLE);

    private static final Map<String, EvalStrategy> NAMES = Words.of(values(), EvalStrategy::wire);

    private final Scope scope;

    EvalStrategy(Scope scope) {
        this.scope = scope;
    }

    /** What the oracles see at the end. */
    Scope scope() {
        return scope;
    }

    private String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the strategy of a test; an unknown one is a fault and yields the default. */
    static EvalStrategy of(Fields fields) {
        return Objects.requireNonNullElse(fields.choice("evaluationStrategy", NAMES,
                word -> "unknown evaluationStrategy '" + word + "'" + Nearest.hint(word, NAMES.keySet(),
                        "; write " + String.join(", ", NAMES.keySet()))),
                FINAL_TURN_ONLY);
    }
}
