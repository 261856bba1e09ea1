package dev.muster.common.agent.yao;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.HttpProtocol;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.agent.openai.ChatBody;
import dev.muster.common.model.ContentPart;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks to Yao agents in Yao's own message format. Its {@code standard} format, which is OpenAI's, loses tool names
 * and mixes a progress link into the text.
 */
public final class YaoProtocol extends HttpProtocol {

    public YaoProtocol(HttpCalls calls, Ticker ticker) {
        super(calls, ticker);
    }

    @Override
    protected Sending sending(AgentRequest request) throws HttpProtocol.UnsendableContent {
        var address = below(request.endpoint().url(), assistant(request.endpoint()) + "/chat/completions");
        return new Sending(address, headers(request), YaoBody.of(request), reply -> {
            if (!request.tools().isEmpty()) {
                reply.warn("a Yao agent has its own tools: those of the test were not sent");
            }
            return new YaoAnswer(reply);
        });
    }

    private static String assistant(Endpoint endpoint) {
        return endpoint.assistant() == null ? ""
                : "/experts/" + URLEncoder.encode(endpoint.assistant(), UTF_8).replace("+", "%20");
    }

    private static Map<String, String> headers(AgentRequest request) {
        var headers = new HashMap<String, String>();
        headers.put("X-Yao-Accept", "cui-web");
        headers.put("X-Yao-Chat", request.conversationId());
        headers.put("X-Yao-Referer", "agent-test");
        if (request.options().mode() != null) {
            headers.put("X-Yao-Mode", request.options().mode());
        }
        return request.endpoint().over(headers);
    }

    /** Writes a request as a chat completion with Yao's additions. The mode is not part of it: it is a header. */
    static final class YaoBody {

        private YaoBody() {}

        static ObjectNode of(AgentRequest request) throws HttpProtocol.UnsendableContent {
            Options options = request.options();
            ObjectNode body = ChatBody.of(request.withTools(List.of()), YaoBody::media);
            MessageJson.add(body, "model", options.connector());
            if (!options.metadata().isEmpty()) {
                body.putObject("metadata").setAll(options.metadata());
            }
            if (options.search() != null) {
                body.set("search", options.search());
            }
            skip(body.putObject("skip"), options);
            return body;
        }

        /** Asks the agent not to store the conversation, unless the case wants that. */
        private static void skip(ObjectNode skip, Options options) {
            skip.put("history", true);
            if (BooleanNode.FALSE.equals(options.search())) {
                skip.put("search", true);
            }
            options.skip().forEach(skip::put);
        }

        /** Writes a file by its URL, which may be a data URL. */
        private static ObjectNode media(ContentPart.Media media) throws HttpProtocol.UnsendableContent {
            return switch (media.kind()) {
                case "image", "audio" -> ChatBody.media(media);
                default -> file(media);
            };
        }

        private static ObjectNode file(ContentPart.Media media) {
            ObjectNode part = JsonNodeFactory.instance.objectNode().put("type", "file");
            MessageJson.add(part.putObject("file").put("url", media.address()), "filename", media.filename());
            return part;
        }
    }
}
