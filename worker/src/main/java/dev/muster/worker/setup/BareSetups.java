package dev.muster.worker.setup;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.Scripts;
import dev.muster.common.template.Variables;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** For cases with nothing around them. */
public record BareSetups(Function<String, Optional<String>> environment) implements Setups {

    @Override
    public PreparedCase prepare(CaseOrder order) {
        var variables = Variables.of(order.testCase(), environment);
        return new PreparedCase() {
            @Override
            public Variables variables() {
                return variables;
            }

            @Override
            public Scripts scripts() {
                return (name, document, atMost) -> {
                    throw new ScriptFailed("scripts:" + name + " is not known to this worker");
                };
            }

            @Override
            public List<String> secrets() {
                return List.of();
            }

            @Override
            public Optional<String> after(CaseResult result) {
                return Optional.empty();
            }
        };
    }
}
