package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.common.agent.Usage;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of several attempts, and their cost.
 *
 * @param tokensIn null when none were reported
 * @param costUsd null when nothing has a price
 * @param priced how many of the tokens {@code costUsd} covers
 */
public record Bill(@Nullable Long tokensIn, @Nullable Long tokensOut, @Nullable BigDecimal costUsd, long priced) {

    static final Bill NONE = new Bill(null, null, null, 0);

    static Bill of(@Nullable Usage usage) {
        return usage == null ? NONE
                : new Bill(usage.input(), usage.output(), usage.costUsd(),
                        usage.costUsd() == null ? 0 : usage.input() + usage.output());
    }

    /** Reads sums selected by {@link Spending#SUMS}. */
    static Bill of(ResultSet row, String who) throws SQLException {
        return new Bill(whole(row, who + "tokens_in"), whole(row, who + "tokens_out"),
                row.getBigDecimal(who + "cost_usd"), row.getLong(who + "priced"));
    }

    public boolean isEmpty() {
        return tokensIn == null;
    }

    public long input() {
        return tokensIn == null ? 0 : tokensIn;
    }

    public long output() {
        return tokensOut == null ? 0 : tokensOut;
    }

    public long tokens() {
        return input() + output();
    }

    /** Whether some tokens have no price, so that the cost does not cover all of them. */
    public boolean isPartlyPriced() {
        return costUsd != null && priced < tokens();
    }

    Bill plus(Bill other) {
        return new Bill(plus(tokensIn, other.tokensIn), plus(tokensOut, other.tokensOut), plus(costUsd, other.costUsd),
                priced + other.priced);
    }

    private static @Nullable Long whole(ResultSet row, String column) throws SQLException {
        var value = row.getBigDecimal(column);
        return value == null ? null : value.longValueExact();
    }

    private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : Long.valueOf(one + other);
    }

    private static @Nullable BigDecimal plus(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null ? other : other == null ? one : one.add(other);
    }
}
