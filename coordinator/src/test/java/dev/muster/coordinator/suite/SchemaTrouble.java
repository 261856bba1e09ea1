package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.CompiledAssertions;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Explains why a value does not match a schema, with the schema oracle. */
public final class SchemaTrouble {

    private SchemaTrouble() {}

    /** Returns the reason; null when it matches. */
    public static @Nullable String of(String schema, JsonNode value) throws IOException, AssertionFault {
        var expected = Json.MAPPER.createObjectNode().set("responseSchema", Json.MAPPER.readTree(Schemas.text(schema)));
        var check = new ForeignCheck.Oracle("schema-validate", Json.MAPPER.createObjectNode(), expected);
        var reply = AgentReply.of(AgentReply.Content.of(value.toString(), List.of(), List.of(), null, List.of()),
                "stop", null, new AgentReply.Timing(1, 1, 2));
        return CompiledAssertions.compile(List.of(Assertion.of(check))).evaluate(reply).getFirst().reason();
    }
}
