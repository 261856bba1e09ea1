package dev.muster.worker.talk;

import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.TurnResult;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The score of a conversation: the weighted mean of everything in it that gave one (formats, "AgentEval"). */
final class Scores {

    private Scores() {}

    /** Null when nothing gave a score. */
    static @Nullable Double overall(List<TurnResult> turns, Judgement finals) {
        var scored = Stream.concat(turns.stream().flatMap(turn -> turn.assertions().stream()),
                finals.results().stream()).filter(result -> result.score() != null).toList();
        double weights = scored.stream().mapToDouble(Scores::weight).sum();
        return weights <= 0 ? null
                : scored.stream().mapToDouble(result -> weight(result) * Objects.requireNonNull(result.score())).sum()
                        / weights;
    }

    static String text(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }

    private static double weight(AssertionResult result) {
        return result.assertion().weight();
    }
}
