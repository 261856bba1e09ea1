package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;

/** The beginnings of the last input and of the reply to it; null where there is none. */
public record LastMessages(@Nullable String input, @Nullable String reply) {

    private static final int LONGEST = 1_000;

    public static LastMessages of(CaseResult result) {
        var sent = result.observed().sent();
        var input = result.dialogue() == null ? (sent == null ? null : sent.input())
                : result.dialogue().turns().stream().filter(TurnResult::wasSent)
                        .map(turn -> turn.utterance().input()).reduce(null, (_, last) -> last);
        return new LastMessages(cut(input), cut(result.observed().response()));
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null ? null : Printable.beginning(text, LONGEST);
    }
}
