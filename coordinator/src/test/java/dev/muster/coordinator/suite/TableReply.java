package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.Timeline;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace;
import dev.muster.common.agent.Trace.StepRecord;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The reply of a row: a text, or {@code {text, calls[{name, args, at, result, error}], state, tokens[in, out], usd, ms}}.
 */
record TableReply(JsonNode row) {

    AgentReply reply() {
        var text = row.isString() ? row.stringValue() : row.path("text").asString("");
        var calls = new ArrayList<ToolCall>();
        var results = new ArrayList<ToolResult>();
        var times = new ArrayList<CallTime>();
        for (var call : row.path("calls").values()) {
            var id = "c" + calls.size();
            var args = call.has("args") ? call.path("args") : Json.MAPPER.createObjectNode();
            calls.add(new ToolCall(id, call.path("name").asString(), args));
            times.add(new CallTime(id, 0, call.path("at").asLong(0), -1));
            if (call.has("result") || call.has("error")) {
                results.add(new ToolResult(id, call.path("name").asString(),
                        call.has("error") ? call.path("error") : call.path("result"), call.has("error")));
            }
        }
        long ms = row.path("ms").asLong(0);
        var trace = new Trace(new Timeline(0, ms, times, false), null, List.<StepRecord>of(), List.of());
        return new AgentReply(AgentReply.Content.of(text, calls, results, row.get("state"), List.of()), "stop", false,
                usage(), new AgentReply.Timing(1, 1, ms), List.of(), Sequel.of(text, calls), trace);
    }

    private @Nullable Usage usage() {
        var tokens = row.path("tokens");
        if (!tokens.isArray()) {
            return null;
        }
        var usage = new Usage(tokens.path(0).asLong(), tokens.path(1).asLong());
        return row.has("usd") ? usage.costing(new BigDecimal(row.path("usd").asString())) : usage;
    }
}
