package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.result.Spent;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Tokens and costs, the columns that {@code results} and {@code attempts} share.
 *
 * @param costUsd null when unknown
 * @param tokensIn null when the agent reported none
 * @param helperCostUsd null when unknown, or when no helper was called
 * @param helperTokens in and out together; null when no helper was called
 * @param helperTokensOut output tokens among them
 */
record SpentColumns(@Nullable BigDecimal costUsd, @Nullable Long tokensIn, @Nullable Long tokensOut,
        @Nullable BigDecimal helperCostUsd, @Nullable Long helperTokens, @Nullable Long helperTokensOut) {

    static final String NAMES = "cost_usd, tokens_in, tokens_out, helper_cost_usd, helper_tokens, helper_tokens_out";
    static final String VALUES = "@costUsd, @tokensIn, @tokensOut, @helperCostUsd, @helperTokens, @helperTokensOut";

    static SpentColumns of(Spent spent) {
        var target = spent.target();
        var helpers = spent.helpers();
        return new SpentColumns(target == null ? null : target.costUsd(), target == null ? null : target.input(),
                target == null ? null : target.output(), helpers == null ? null : helpers.costUsd(),
                helpers == null ? null : helpers.input() + helpers.output(), helpers == null ? null : helpers.output());
    }

    static Spent spent(ResultSet row) throws SQLException {
        long out = row.getLong("helper_tokens_out");
        var helpers = usage(row, "helper_tokens", out, "helper_cost_usd");
        return new Spent(usage(row, "tokens_in", row.getLong("tokens_out"), "cost_usd"),
                helpers == null ? null
                        : new Usage(helpers.input() - out, out, 0, helpers.costUsd(), false));
    }

    private static @Nullable Usage usage(ResultSet row, String in, long out, String cost) throws SQLException {
        long tokens = row.getLong(in);
        return row.wasNull() ? null : new Usage(tokens, out, 0, row.getBigDecimal(cost), false);
    }
}
