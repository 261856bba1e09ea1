package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.Usage;
import org.jspecify.annotations.Nullable;

/**
 * The tokens and cost of an attempt, whatever its result.
 *
 * @param target null when it reported none
 * @param helpers usage of simulators and validators; null when none was called
 */
public record Spent(@Nullable Usage target, @Nullable Usage helpers) {

    /** The usage of an attempt that is unknown. */
    public static final Spent UNKNOWN = new Spent(null, null);

    public static Spent of(CaseResult result) {
        return of(result.spend());
    }

    public static Spent of(AttemptSpend spend) {
        var usage = spend.usage();
        return new Spent(usage.input() + usage.output() > 0 ? usage : null,
                spend.helped() == null ? null : spend.helped().usage());
    }

    /** Returns the cost in US dollars; unknown costs count as 0. */
    public BigDecimal costUsd() {
        return Stream.of(target, helpers).filter(Objects::nonNull).map(Usage::costUsd).filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
