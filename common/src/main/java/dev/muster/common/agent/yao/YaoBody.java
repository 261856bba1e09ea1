package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.openai.ChatBody;
import dev.muster.common.agent.openai.ChatBody.MediaPart;
import dev.muster.common.model.ContentPart;
import dev.muster.common.option.Options;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a request as a chat completion with Yao's additions. The mode is not part of it: it is a header. */
final class YaoBody {

    private YaoBody() {}

    static ObjectNode of(AgentRequest request) throws UnsendableContent {
        Options options = request.options();
        ObjectNode body = ChatBody.of(request.withTools(List.of()), YaoBody::media);
        if (options.connector() != null) {
            body.put("model", options.connector());
        }
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
    private static ObjectNode media(ContentPart.Media media) throws UnsendableContent {
        return switch (media.kind()) {
            case "image", "audio" -> MediaPart.of(media);
            default -> file(media);
        };
    }

    private static ObjectNode file(ContentPart.Media media) {
        ObjectNode part = JsonNodeFactory.instance.objectNode().put("type", "file");
        ObjectNode file = part.putObject("file").put("url", MediaPart.address(media));
        if (media.filename() != null) {
            file.put("filename", media.filename());
        }
        return part;
    }
}
