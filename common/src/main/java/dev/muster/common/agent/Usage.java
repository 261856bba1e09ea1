package dev.muster.common.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.common.config.Pricing;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that calls used, as the agent told.
 *
 * @param cached those of {@code input} that came out of the model's cache
 * @param costUsd US dollars, of the tokens that were told; null when nobody said what some of them cost, or none was told
 * @param partial some call told none, so that these are fewer than were used
 */
public record Usage(long input, long output, @JsonInclude(JsonInclude.Include.NON_DEFAULT) long cached,
        @Nullable BigDecimal costUsd, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean partial) {

    public static final Usage NONE = new Usage(0, 0);
    /** Of a call whose agent told none. */
    public static final Usage UNTOLD = new Usage(0, 0, 0, null, true);

    /** Nobody said what they cost. */
    public Usage(long input, long output) {
        this(input, output, 0, null, false);
    }

    /** Nothing at all adds nothing, at no cost. */
    public Usage plus(Usage other) {
        if (equals(NONE) || other.equals(NONE)) {
            return equals(NONE) ? other : this;
        }
        return new Usage(input + other.input, output + other.output, cached + other.cached, cost(other),
                partial || other.partial);
    }

    /** What a call that told nothing cost adds nothing to what others are known to have cost. */
    private @Nullable BigDecimal cost(Usage other) {
        if (costUsd == null || other.costUsd == null) {
            return isUntold() ? other.costUsd : other.isUntold() ? costUsd : null;
        }
        return costUsd.add(other.costUsd);
    }

    private boolean isUntold() {
        return partial && input + output == 0;
    }

    /** With what it costs; nothing at all stays nothing. */
    public Usage priced(Pricing pricing) {
        return equals(NONE) ? this : costing(pricing.usd(input, output, cached));
    }

    /** With what it costs. */
    public Usage costing(BigDecimal usd) {
        return new Usage(input, output, cached, usd, partial);
    }
}
