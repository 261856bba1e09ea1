package dev.muster.common.agent;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.common.config.Pricing;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that calls used, as the agent reported them.
 *
 * @param cached the part of {@code input} read from the model's cache
 * @param costUsd US dollars for the reported tokens; null when the price of some is unknown, or none was reported
 * @param partial some call reported none, so the real usage is higher
 */
public record Usage(long input, long output, @JsonInclude(JsonInclude.Include.NON_DEFAULT) long cached,
        @Nullable BigDecimal costUsd, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean partial) {

    public static final Usage NONE = new Usage(0, 0);
    /** The usage of a call whose agent reported none. */
    public static final Usage UNREPORTED = new Usage(0, 0, 0, null, true);

    /** Creates usage of unknown cost. */
    public Usage(long input, long output) {
        this(input, output, 0, null, false);
    }

    /** Returns the sum; empty usage adds nothing and costs nothing. */
    public Usage plus(Usage other) {
        if (equals(NONE) || other.equals(NONE)) {
            return equals(NONE) ? other : this;
        }
        return new Usage(input + other.input, output + other.output, cached + other.cached, cost(other),
                partial || other.partial);
    }

    /** Returns the total cost; a call that reported nothing adds nothing to the known cost of others. */
    private @Nullable BigDecimal cost(Usage other) {
        if (costUsd == null || other.costUsd == null) {
            return isUnreported() ? other.costUsd : other.isUnreported() ? costUsd : null;
        }
        return costUsd.add(other.costUsd);
    }

    private boolean isUnreported() {
        return partial && input + output == 0;
    }

    /** Returns this usage with its cost; empty usage stays empty. */
    public Usage priced(Pricing pricing) {
        return equals(NONE) ? this : costing(pricing.usd(input, output, cached));
    }

    public Usage costing(BigDecimal usd) {
        return new Usage(input, output, cached, usd, partial);
    }
}
