package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes a reply of the response of a server: the call is a tool call, its text blocks are the text. */
final class McpAnswer {

    private final ReplyAssembler reply;

    McpAnswer(ReplyAssembler reply) {
        this.reply = reply;
    }

    /** Returns the reply that a call ended with. */
    AgentReply result(ToolCall call, JsonNode result, ObjectNode memory) throws StreamBroken {
        var texts = new StringJoiner("\n");
        for (var block : result.path("content")) {
            var type = block.path("type").asString("");
            if (type.equals("text") && block.path("text").isString()) {
                texts.add(block.path("text").stringValue());
            } else {
                reply.keep(type.isEmpty() ? "unknown" : type, block);
            }
        }
        var structured = result.path("structuredContent");
        var text = texts.toString().isEmpty() && !StreamBroken.isAbsent(structured) ? structured.toString()
                : texts.toString();
        var content = !StreamBroken.isAbsent(structured) ? structured
                : text.isEmpty() ? result.path("content") : AnswerJson.readOrText(text);
        reply.calls().called(call.id(), call.name(), call.arguments());
        reply.calls().returned(
                new ToolResult(call.id(), call.name(), content, result.path("isError").asBoolean(false), text));
        return reply(text, List.of(), memory);
    }

    /** Returns the list of the tools, as JSON. */
    AgentReply tools(ArrayNode tools, ObjectNode memory) {
        return reply(JsonNodeFactory.instance.objectNode().set("tools", tools).toString(), List.of(), memory);
    }

    /** @param questions by the names that their answers have */
    AgentReply asks(Map<String, JsonNode> questions, ObjectNode memory) throws StreamBroken {
        var interrupts = new ArrayList<Interrupt>();
        for (var question : questions.entrySet()) {
            reply.keep("elicitation", question.getValue());
            interrupts.add(new Interrupt(question.getKey(), question.getValue().path("message").asString(null),
                    question.getValue(), false));
        }
        return reply(interrupts.stream().map(Interrupt::message).filter(Objects::nonNull)
                .collect(Collectors.joining("\n")), interrupts, memory);
    }

    private AgentReply reply(String text, List<Interrupt> interrupts, ObjectNode memory) {
        reply.text(text);
        return reply.complete(AgentReply.Content.texts(text, false), interrupts.isEmpty() ? "stop" : "interrupt",
                new Sequel(reply.calls().messages(List.of(text)), interrupts, List.of(), memory));
    }
}
