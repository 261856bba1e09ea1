package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.CallLog;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a server answered in one turn: the call is a tool call, its text blocks are the reply. */
final class McpAnswer {

    private final Reception reception;
    private final CallLog log;

    McpAnswer(Reception reception) {
        this.reception = reception;
        this.log = new CallLog(reception);
    }

    /** Returns the reply that a call ended with. */
    AgentReply result(ToolCall call, JsonNode told, ObjectNode memory) throws StreamBroken {
        var texts = new StringJoiner("\n");
        for (var block : told.path("content")) {
            var type = block.path("type").asString("");
            if (type.equals("text") && block.path("text").isString()) {
                texts.add(block.path("text").stringValue());
            } else {
                reception.keep(type.isEmpty() ? "unknown" : type, block);
            }
        }
        var structured = told.path("structuredContent");
        var text = texts.toString().isEmpty() && !StreamBroken.isAbsent(structured) ? structured.toString()
                : texts.toString();
        var content = !StreamBroken.isAbsent(structured) ? structured
                : text.isEmpty() ? told.path("content") : AnswerJson.readOrText(text);
        log.called(call.id(), call.name(), call.arguments());
        log.returned(new ToolResult(call.id(), call.name(), content, told.path("isError").asBoolean(false), text));
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
            reception.keep("elicitation", question.getValue());
            interrupts.add(new Interrupt(question.getKey(), question.getValue().path("message").asString(null),
                    question.getValue(), false));
        }
        return reply(interrupts.stream().map(Interrupt::message).filter(Objects::nonNull)
                .collect(Collectors.joining("\n")), interrupts, memory);
    }

    private AgentReply reply(String text, List<Interrupt> interrupts, ObjectNode memory) {
        reception.text(text);
        long now = reception.arrivals().lastMs();
        return reception.reply(AgentReply.Content.of(text, log.calls(), log.results(), null, reception.custom()),
                interrupts.isEmpty() ? "stop" : "interrupt", !interrupts.isEmpty(), null,
                log.calls().stream().map(call -> new CallTime(call.id(), 0, 0, now)).toList(),
                new AgentReply.Sequel(log.messages(List.of(text)), interrupts, List.of(), memory));
    }
}
