package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.Shown;

/** A limit on a number. */
public sealed interface LimitCheck extends Check {

    default Number most() {
        return switch (this) {
            case MaxDuration(var ms) -> ms;
            case MaxGap(var ms) -> ms;
            case MaxTokens(var tokens) -> tokens;
            case MaxCost(var usd) -> usd;
        };
    }

    @Override
    default Set<Shown> needs() {
        return switch (this) {
            case MaxDuration _ -> Set.of();
            case MaxGap _ -> EnumSet.of(Shown.TOOLS);
            case MaxTokens _,MaxCost _ -> EnumSet.of(Shown.TOKENS);
        };
    }

    @Override
    default boolean readsBeyondReply() {
        return true;
    }

    @Override
    default String label() {
        return kind() + " " + (most() instanceof BigDecimal exact ? exact.toPlainString() : most());
    }

    @Override
    default void write(JsonMembers to, String nameOfTool) {
        to.add("value", most());
    }

    /** The turn, or the conversation, takes at most this long. */
    @JsonTypeName("max_duration_ms")
    record MaxDuration(long ms) implements LimitCheck {}

    /** The time between two consecutive tool calls is at most this long. */
    @JsonTypeName("max_gap_ms")
    record MaxGap(long ms) implements LimitCheck {}

    /** The agent uses at most this many tokens, input and output together. */
    @JsonTypeName("max_tokens")
    record MaxTokens(long tokens) implements LimitCheck {}

    /** The agent's usage costs at most this much. */
    @JsonTypeName("max_cost_usd")
    record MaxCost(BigDecimal usd) implements LimitCheck {}
}
