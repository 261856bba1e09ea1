package dev.muster.common.result;

import dev.muster.common.agent.Usage;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt took of tokens, and what these cost, whatever became of it.
 *
 * @param target null when it told none
 * @param helpers simulators and validators; null when nobody was asked
 */
public record Spent(@Nullable Usage target, @Nullable Usage helpers) {

    /** Of an attempt that nobody could tell anything of. */
    public static final Spent UNKNOWN = new Spent(null, null);

    public static Spent of(CaseResult result) {
        var usage = result.spend().usage();
        return new Spent(usage.input() + usage.output() > 0 ? usage : null,
                result.spend().helped() == null ? null : result.spend().helped().usage());
    }

    /** US dollars; what nobody knows the cost of counts as nothing. */
    public BigDecimal costUsd() {
        return Stream.of(target, helpers).filter(Objects::nonNull).map(Usage::costUsd).filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
