package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.agent.DocumentAgent;
import dev.muster.common.agent.program.FunctionAgent;
import dev.muster.common.config.CustomAgent;
import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.script.ScriptFailed;
import dev.muster.common.script.ScriptFolder;
import dev.muster.common.script.Scripts;
import dev.muster.common.template.Variables;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A case whose hooks have run.
 *
 * @param variables values of the names in its texts before the first turn
 * @param scripts the functions that its assertions and its simulator may name
 * @param programs what agents that are programs get
 * @param secrets environment values that its texts may contain: they must not appear in results
 * @param data what {@code before} returned; null when there was none
 */
public record PreparedCase(TestCase testCase, Variables variables, Scripts scripts, Programs programs,
        List<String> secrets, @Nullable JsonNode data) {

    /** Returns the program or the function that an agent is. */
    public DocumentAgent agent(CustomAgent custom) {
        return custom.command() != null ? programs.agent(custom.command())
                : new FunctionAgent(scripts, Objects.requireNonNull(custom.function()));
    }

    /** Calls the case's {@code after}, if there is one; returns a warning for the result when that failed. */
    public Optional<String> after(CaseResult result) throws InterruptedException {
        var after = testCase.setup().after();
        if (after == null) {
            return Optional.empty();
        }
        try {
            scripts.call(ScriptFolder.bare(after),
                    ScriptDocuments.after(testCase, Json.MAPPER.valueToTree(result), data), Scripts.inTime());
            return Optional.empty();
        } catch (ScriptFailed e) {
            return Optional.of("after: " + e.getMessage());
        }
    }
}
