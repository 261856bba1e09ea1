package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The conditions for a run to pass.
 *
 * @param minPassRate minimum share of passed results among those that count in rates
 * @param maxInfrastructureErrors maximum number of results that say nothing about the agent, not counting skips
 * @param maxSkipped maximum share of skipped results
 * @param allowFlaky whether a case that passed only on a retry counts as passed
 * @param newlyFailing maximum number of cases that did not fail in the baseline and fail now; takes the place of the
 * pass rate where there is a baseline; null when only the pass rate counts
 * @param allowUnchecked whether cases may pass or be skipped although they have assertions that were not tried
 * @param strict whether a doubt about the results fails the run ({@code --strict})
 */
public record Gate(double minPassRate, int maxInfrastructureErrors, double maxSkipped, boolean allowFlaky,
        @Nullable Integer newlyFailing, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean allowUnchecked,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean strict) {

    /** The default gate: everything judged must pass; otherwise only skips are allowed. */
    public static final Gate NONE = new Gate(1, 0, 1, false);

    public Gate(double minPassRate, int maxInfrastructureErrors, double maxSkipped, boolean allowFlaky) {
        this(minPassRate, maxInfrastructureErrors, maxSkipped, allowFlaky, null);
    }

    public Gate(double minPassRate, int maxInfrastructureErrors, double maxSkipped, boolean allowFlaky,
            @Nullable Integer newlyFailing) {
        this(minPassRate, maxInfrastructureErrors, maxSkipped, allowFlaky, newlyFailing, false, false);
    }

    public Gate(double minPassRate, int maxInfrastructureErrors, double maxSkipped, boolean allowFlaky,
            @Nullable Integer newlyFailing, boolean allowUnchecked) {
        this(minPassRate, maxInfrastructureErrors, maxSkipped, allowFlaky, newlyFailing, allowUnchecked, false);
    }

    public Gate with(boolean otherStrict) {
        return new Gate(minPassRate, maxInfrastructureErrors, maxSkipped, allowFlaky, newlyFailing, allowUnchecked,
                otherStrict);
    }

    /** Whether the numbers of failures and errors say all that it decides. */
    public boolean saysNothing() {
        return with(false).equals(NONE);
    }
}
