package dev.muster.coordinator.analysis.figures;

import dev.muster.common.agent.Usage;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of several attempts, and what they cost.
 *
 * @param tokensIn null when nobody told any
 * @param tokensOut null when nobody told any
 * @param costUsd null when nothing has a price
 * @param priced how many of the tokens {@code costUsd} is the price of
 */
public record Bill(@Nullable Long tokensIn, @Nullable Long tokensOut, @Nullable BigDecimal costUsd, long priced) {

    static final Bill NONE = new Bill(null, null, null, 0);

    static Bill of(@Nullable Usage usage) {
        return usage == null ? NONE
                : new Bill(usage.input(), usage.output(), usage.costUsd(),
                        usage.costUsd() == null ? 0 : usage.input() + usage.output());
    }

    /** Sums as {@link Spending#SUMS} has them. */
    static Bill of(ResultSet row, String who) throws SQLException {
        return new Bill(whole(row, who + "tokens_in"), whole(row, who + "tokens_out"),
                row.getBigDecimal(who + "cost_usd"), row.getLong(who + "priced"));
    }

    /** Nobody told anything. */
    public boolean isEmpty() {
        return tokensIn == null;
    }

    /** 0 when nobody told any. */
    public long input() {
        return tokensIn == null ? 0 : tokensIn;
    }

    /** 0 when nobody told any. */
    public long output() {
        return tokensOut == null ? 0 : tokensOut;
    }

    /** In and out. */
    public long tokens() {
        return input() + output();
    }

    /** Some tokens have no price, so that the costs are not those of all. */
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
