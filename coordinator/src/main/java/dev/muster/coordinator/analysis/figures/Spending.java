package dev.muster.coordinator.analysis.figures;

import dev.muster.common.result.Spent;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The tokens and costs of several attempts.
 *
 * @param helpers simulators and validators
 */
public record Spending(Bill target, Bill helpers) {

    public static final Spending NONE = new Spending(Bill.NONE, Bill.NONE);

    /** Sums over the columns that {@code results} and {@code attempts} share. */
    static final String SUMS = """
            sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(cost_usd) AS cost_usd,
            coalesce(sum(tokens_in + tokens_out) FILTER (WHERE cost_usd IS NOT NULL), 0)::bigint AS priced,
            sum(helper_tokens - coalesce(helper_tokens_out, 0)) AS helper_tokens_in,
            sum(CASE WHEN helper_tokens IS NOT NULL THEN coalesce(helper_tokens_out, 0) END) AS helper_tokens_out,
            sum(helper_cost_usd) AS helper_cost_usd,
            coalesce(sum(helper_tokens) FILTER (WHERE helper_cost_usd IS NOT NULL), 0)::bigint AS helper_priced
            """;
    /** Sums over rows of these sums. */
    static final String SUMS_OF_SUMS = """
            sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(cost_usd) AS cost_usd,
            sum(priced)::bigint AS priced, sum(helper_tokens_in) AS helper_tokens_in,
            sum(helper_tokens_out) AS helper_tokens_out, sum(helper_cost_usd) AS helper_cost_usd,
            sum(helper_priced)::bigint AS helper_priced
            """;

    static Spending of(Spent spent) {
        return new Spending(Bill.of(spent.target()), Bill.of(spent.helpers()));
    }

    static Spending of(ResultSet row) throws SQLException {
        return new Spending(Bill.of(row, ""), Bill.of(row, "helper_"));
    }

    Spending plus(Spending other) {
        return new Spending(target.plus(other.target), helpers.plus(other.helpers));
    }

    /** Returns the bill of targets and helpers. */
    public Bill all() {
        return target.plus(helpers);
    }
}
