package dev.muster.deploy.demo;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a user has told the expense agent so far; the latest value counts.
 *
 * @param type null while unknown
 * @param amount dollars; null while unknown
 */
record Claim(@Nullable ExpenseType type, @Nullable BigDecimal amount) {

    static Claim in(List<DemoMessage> history) {
        @Nullable
        ExpenseType type = null;
        @Nullable
        BigDecimal amount = null;
        for (var said : history) {
            if (said.by("user")) {
                type = ExpenseType.in(said.text()).orElse(type);
                amount = Money.in(said.text()).orElse(amount);
            }
        }
        return new Claim(type, amount);
    }

    boolean isComplete() {
        return type != null && amount != null;
    }

    /** Returns the agent's state: {@code {expense: {status, type?, amount?}}}. */
    ObjectNode state(String status) {
        var state = Json.MAPPER.createObjectNode();
        var expense = state.putObject("expense").put("status", status);
        if (type != null) {
            expense.put("type", type.word());
        }
        if (amount != null) {
            expense.put("amount", amount);
        }
        return state;
    }
}
