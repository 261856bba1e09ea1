package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/** Finds a LangGraph server by its pages /ok and /info, and asks it for its graphs. */
final class LangGraphProbe implements ProtocolProbe {

    @Override
    public @Nullable FoundAgent probe(Site site) throws NotFound, InterruptedException {
        var ok = site.description(site.address().below("/ok"));
        var info = site.description(site.address().below("/info"));
        return ok != null && ok.isGood() && ok.json().path("ok").booleanValue(false) && info != null && info.isGood()
                && info.json().isObject() ? found(site) : null;
    }

    private static FoundAgent found(Site site) throws NotFound, InterruptedException {
        var address = site.address();
        var url = address.below("/assistants/search");
        var agent = Draft.of(address.base() + address.query(), "protocol", "http", "preset", "langgraph");
        var byHand = agent.guess("assistant", StringNode.valueOf("NAME"));
        var answer = site.peek().post(url, Json.MAPPER.createObjectNode().put("limit", 100), Map.of());
        site.refusals().refuse(answer, url, byHand);
        var graphs = answer.json().valueStream().map(assistant -> assistant.path("graph_id").asString(""))
                .filter(Draft::isName).distinct().toList();
        if (graphs.isEmpty()) {
            throw new NotFound("the LangGraph server at " + address.base() + " has no graph", byHand);
        }
        var first = agent.with("assistant", graphs.getFirst());
        return new FoundAgent("a LangGraph server with the graph " + graphs.getFirst(), graphs.size() < 2 ? first
                : first.remark("It has these graphs: " + String.join(", ", graphs)), "", FoundAgent.ITSELF);
    }
}
