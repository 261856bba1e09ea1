package dev.muster.common.party;

import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls to agents that help: the document is what the user says, and fills the agent's instructions. */
public final class HelperRequest {

    private HelperRequest() {}

    /** A conversation of its own. */
    public static AgentRequest of(Endpoint endpoint, Options options, ObjectNode document) {
        return new AgentRequest(filled(endpoint, document), UUID.randomUUID().toString(), UUID.randomUUID().toString(),
                List.of(Message.user(Json.MAPPER.writeValueAsString(document))), told(options, document),
                StreamBounds.DEFAULT);
    }

    /** A protocol that knows metadata gets the document there, too. */
    private static Options told(Options options, ObjectNode document) {
        var metadata = new HashMap<String, JsonNode>();
        document.properties().forEach(each -> metadata.put(each.getKey(), each.getValue()));
        return new Options(options.connector(), options.skip(), options.search(), options.mode(), metadata);
    }

    private static Endpoint filled(Endpoint endpoint, ObjectNode document) {
        return endpoint.instructions() == null ? endpoint
                : endpoint.withInstructions(HelperText.fill(endpoint.instructions(), document));
    }
}
