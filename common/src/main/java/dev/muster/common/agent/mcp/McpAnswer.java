package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.Trace.Timeline.CallTime;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.json.BoundedJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a server answered in one turn: the call is a tool call, its text blocks are the reply. */
final class McpAnswer {

    private final Reception reception;
    private final List<JsonNode> custom = new ArrayList<>();
    private int room = BoundedJson.MOST_VALUES;

    McpAnswer(Reception reception) {
        this.reception = reception;
    }

    /** Keeps what has no place in a reply. */
    void keep(String name, JsonNode value) throws StreamBroken {
        room = StreamBroken.checkValues(value, room);
        custom.add(JsonNodeFactory.instance.objectNode().put("name", name).set("value", value));
    }

    /** Returns the reply that a call ended with. */
    AgentReply result(ToolCall call, JsonNode told, ObjectNode memory) throws StreamBroken {
        room = StreamBroken.checkValues(told, room);
        var texts = new StringJoiner("\n");
        for (var block : told.path("content")) {
            var type = block.path("type").asString("");
            if (type.equals("text") && block.path("text").isString()) {
                texts.add(block.path("text").stringValue());
            } else {
                keep(type.isEmpty() ? "unknown" : type, block);
            }
        }
        var structured = told.path("structuredContent");
        var text = texts.toString().isEmpty() && !StreamBroken.isAbsent(structured) ? structured.toString()
                : texts.toString();
        var content = !StreamBroken.isAbsent(structured) ? structured
                : text.isEmpty() ? told.path("content") : AnswerJson.readOrText(text);
        var result = new ToolResult(call.id(), call.name(), content, told.path("isError").asBoolean(false), text);
        reception.events().accept(new AgentEvent.ToolCalled(call));
        reception.events().accept(new AgentEvent.ToolReturned(result));
        return reply(text, List.of(), memory, List.of(call), List.of(result));
    }

    /** Returns the list of the tools, as JSON. */
    AgentReply tools(ArrayNode tools, ObjectNode memory) throws StreamBroken {
        room = StreamBroken.checkValues(tools, room);
        return reply(JsonNodeFactory.instance.objectNode().set("tools", tools).toString(), List.of(), memory, List.of(),
                List.of());
    }

    /** @param questions by the names that their answers have */
    AgentReply asks(Map<String, JsonNode> questions, ObjectNode memory) throws StreamBroken {
        var interrupts = new ArrayList<Interrupt>();
        for (var question : questions.entrySet()) {
            keep("elicitation", question.getValue());
            interrupts.add(new Interrupt(question.getKey(), question.getValue().path("message").asString(null),
                    question.getValue(), false));
        }
        return reply(interrupts.stream().map(Interrupt::message).filter(Objects::nonNull)
                .collect(Collectors.joining("\n")), interrupts, memory, List.of(), List.of());
    }

    private AgentReply reply(String text, List<Interrupt> interrupts, ObjectNode memory, List<ToolCall> calls,
            List<ToolResult> results) {
        reception.text(text);
        var said = new ArrayList<Message>();
        if (!calls.isEmpty()) {
            said.add(new Message("assistant", List.of(), calls, null));
        }
        results.forEach(result -> said.add(Message.tool(result.toolCallId(), AnswerJson.text(result.content()))));
        if (!text.isEmpty()) {
            said.add(new Message("assistant", List.of(new ContentPart.Text(text)), List.of(), null));
        }
        long now = reception.arrivals().lastMs();
        return reception.reply(AgentReply.Content.of(text, calls, results, null, List.copyOf(custom)),
                interrupts.isEmpty() ? "stop" : "interrupt", !interrupts.isEmpty(), null,
                calls.stream().map(call -> new CallTime(call.id(), 0, 0, now)).toList(),
                new AgentReply.Sequel(said, interrupts, List.of(), memory));
    }
}
