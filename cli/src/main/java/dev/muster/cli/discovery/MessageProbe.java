package dev.muster.cli.discovery;

import module java.base;
import dev.muster.common.agent.aisdk.UiLine;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.agent.mapping.MappingRules;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/**
 * Sends a message in a body that many servers take, and looks at the answer: AG-UI, the AI SDK, or an interface of its
 * own.
 */
final class MessageProbe implements ProtocolProbe {

    /** A server may choose the form of its answer by it. */
    private static final Map<String, String> AS_A_RUN = Map.of("Accept", MappingRules.ACCEPTS);
    private static final int CORRECTIONS = 6;

    @Override
    public FoundAgent probe(Site site) throws NotFound, InterruptedException {
        var known = site.served().body(site.address().path());
        var body = known == null ? RequestBody.UNION : known;
        var answer = site.post(site.url(), body.filled(), AS_A_RUN);
        if (answer.isNowhere() && known == null) {
            return nowhere(site, answer);
        }
        if (McpServer.isRpc(answer)) {
            return rpc(site, answer);
        }
        var tried = new HashSet<>(Set.of(body));
        while (tried.size() <= CORRECTIONS && (answer.status() == 400 || answer.status() == 422)) {
            var corrected = body.corrected(answer.json());
            if (corrected == null || !tried.add(corrected)) {
                break;
            }
            body = corrected;
            site.report("HTTP " + answer.status() + " refused this body, so the message reached no agent: "
                    + OneLine.of(answer.body()));
            site.report("Trying a body with " + String.join(", ", body.names()));
            answer = site.post(site.url(), body.filled(), AS_A_RUN);
        }
        return isAiSdk(answer) ? aiSdk(site, answer) : isAgui(answer) ? agui(site, answer, body)
                : new CustomInterface(site.url(), site.refusals()).found(answer, body);
    }

    private static FoundAgent nowhere(Site site, PeekAnswer first) throws NotFound, InterruptedException {
        var address = site.address();
        site.report("HTTP " + first.status() + ": the message reached no agent");
        for (var base : address.base().endsWith("/v1") ? List.<String>of() : address.modelBases()) {
            var found = ModelProbe.send(site, base, ModelProbe.ALL, ModelProbe.NO_MODELS);
            if (found != null) {
                return found;
            }
        }
        var tools = address.isBare() ? McpProbe.tools(site, address.below("/mcp")) : null;
        if (tools != null) {
            return tools;
        }
        McpProbe.refuseOldTransport(site);
        var known = site.served().talking().stream().map(path -> address.origin() + path).toList();
        throw new NotFound("POST " + site.url() + " is answered with HTTP " + first.status() + ": is the path right?"
                + (known.isEmpty() ? " The message reached no agent" : " Its /openapi.json names "
                        + String.join(", ", known) + "; try " + Refusals.again(known.getFirst())));
    }

    /** A server that answers with JSON-RPC is no agent that could read the message. */
    private static FoundAgent rpc(Site site, PeekAnswer answer) throws NotFound, InterruptedException {
        site.report("HTTP " + answer.status() + ", JSON-RPC: the message reached no agent");
        var tools = McpProbe.tools(site, site.url());
        if (tools == null) {
            McpProbe.refuseOldTransport(site);
            throw new NotFound("POST " + site.url() + " speaks JSON-RPC, but is no MCP server; of an Agent2Agent agent,"
                    + " give the address of its card: " + OneLine.of(answer.body()));
        }
        return tools;
    }

    private static boolean isAiSdk(PeekAnswer answer) {
        return answer.isGood() && (!answer.header("x-vercel-ai-ui-message-stream").isEmpty() || isAiSdk4(answer));
    }

    private static boolean isAiSdk4(PeekAnswer answer) {
        return !answer.header("x-vercel-ai-data-stream").isEmpty();
    }

    private static FoundAgent aiSdk(Site site, PeekAnswer answer) throws NotFound {
        var agent = Draft.of(site.url(), "protocol", "http", "preset", "ai-sdk");
        site.refusals().refuse(answer, site.url(), agent);
        var frames = isAiSdk4(answer) ? chunks(site.url(), answer.body(), agent) : AnswerMap.frames(answer.body());
        var error = frames.stream().filter(frame -> frame.path("type").asString("").equals("error")).findFirst();
        if (error.isPresent()) {
            throw new NotFound("the route of the Vercel AI SDK at " + site.url() + " failed: "
                    + OneLine.of(error.get().path("errorText").asString("")) + "; check its log", agent);
        }
        return new FoundAgent("a route of the Vercel AI SDK" + (isAiSdk4(answer) ? " 4" : ""), agent,
                deltas(frames, "text-delta"), isAiSdk4(answer) ? "the lines of text" : "the text-delta events");
    }

    private static List<JsonNode> chunks(String url, String body, Draft agent) throws NotFound {
        var chunks = new ArrayList<JsonNode>();
        try {
            for (var line : body.lines().filter(each -> !each.isBlank()).toList()) {
                chunks.add(UiLine.chunk(line));
            }
        } catch (StreamBroken e) {
            throw new NotFound("the data stream of " + url + " is broken: "
                    + OneLine.ofMessage(String.valueOf(e.getMessage())), agent);
        }
        return chunks;
    }

    private static boolean isAgui(PeekAnswer answer) {
        return AnswerMap.frames(answer.body()).stream()
                .anyMatch(frame -> frame.path("type").asString("").startsWith("RUN_"));
    }

    private static FoundAgent agui(Site site, PeekAnswer answer, RequestBody body) throws NotFound {
        var versioned = Draft.of(site.url(), "protocol", "ag-ui");
        var agent = body.agui().isEmpty() || body.agui().contains(RequestBody.VERSION) ? versioned
                : versioned.with("protocol_version", BooleanNode.FALSE);
        site.refusals().refuse(answer, site.url(), agent);
        return new FoundAgent("an AG-UI agent", agent, deltas(AnswerMap.frames(answer.body()), "TEXT_MESSAGE_C"),
                "the TEXT_MESSAGE events");
    }

    /** Returns the text in the events whose type begins so. */
    private static String deltas(List<JsonNode> frames, String type) {
        return frames.stream().filter(frame -> frame.path("type").asString("").startsWith(type))
                .map(frame -> frame.path("delta").asString("")).collect(Collectors.joining());
    }
}
