package dev.muster.worker.setup;

import module java.base;
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
 * A prepared case.
 *
 * @param data what {@code before} returned; null when there was none
 */
record Prepared(TestCase testCase, Variables variables, Scripts scripts, List<String> secrets, @Nullable JsonNode data)
        implements
            PreparedCase {

    @Override
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
