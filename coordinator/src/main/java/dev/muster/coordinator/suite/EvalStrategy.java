package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.Scope;
import dev.muster.coordinator.suite.source.Nearest;
import org.jspecify.annotations.Nullable;

/** When the oracles of an AgentEval test judge. */
enum EvalStrategy {

    FINAL_TURN_ONLY(Scope.LAST_REPLY),
    EACH_TURN(Scope.LAST_REPLY),
    ALL_TURNS_AGGREGATE(Scope.WHOLE);

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
    static EvalStrategy of(EvalParts parts) {
        var found = parts.find("evaluationStrategy");
        var said = found == null ? null : found.fields().text(found.key());
        var strategy = said == null ? FINAL_TURN_ONLY : named(said);
        if (strategy == null && found != null) {
            var near = Nearest.hint(String.valueOf(said), names());
            found.fields().fault(found.key(), "unknown evaluationStrategy '" + said + "'"
                    + (near.isEmpty() ? "; write " + String.join(", ", names()) : near));
        }
        return strategy == null ? FINAL_TURN_ONLY : strategy;
    }

    private static @Nullable EvalStrategy named(String said) {
        return Stream.of(values()).filter(each -> each.wire().equals(said)).findFirst().orElse(null);
    }

    private static List<String> names() {
        return Stream.of(values()).map(EvalStrategy::wire).toList();
    }
}
