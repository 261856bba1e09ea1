package dev.muster.common.agent.a2a;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a request: the last message, or the answer to the question of a task. The agent has the earlier messages.
 */
record MessageBody(AgentRequest request, CardAddress door, JsonNode memory) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    ObjectNode json() {
        var message = JSON.objectNode();
        if (!door.current()) {
            message.put("kind", "message");
        }
        message.put("messageId", request.runId()).put("role", door.current() ? "ROLE_USER" : "user");
        message.set("parts", parts());
        for (var name : List.of("contextId", "taskId")) {
            if (memory.has(name)) {
                message.set(name, memory.path(name));
            }
        }
        var params = JSON.objectNode();
        params.set("message", message);
        if (!door.current()) {
            var configuration = params.putObject("configuration");
            configuration.putArray("acceptedOutputModes").add("text/plain").add("application/json");
            if (!door.streaming()) {
                configuration.put("blocking", true);
            }
        }
        if (!request.options().metadata().isEmpty()) {
            params.putObject("metadata").setAll(request.options().metadata());
        }
        return call(door.current() ? door.streaming() ? "SendStreamingMessage" : "SendMessage"
                : door.streaming() ? "message/stream" : "message/send", params);
    }

    /** Returns the question for a task. */
    ObjectNode fetching(String task) {
        return call(door.current() ? "GetTask" : "tasks/get", JSON.objectNode().put("id", task));
    }

    private ObjectNode call(String method, ObjectNode params) {
        if (!door.tenant().isEmpty()) {
            params.put("tenant", door.tenant());
        }
        var call = JSON.objectNode().put("jsonrpc", "2.0").put("id", request.runId()).put("method", method);
        call.set("params", params);
        return call;
    }

    private ArrayNode parts() {
        var parts = JSON.arrayNode();
        var resume = request.continuation().resume();
        if (!resume.isEmpty()) {
            resume.stream().map(Resume::payload).filter(Objects::nonNull)
                    .forEach(payload -> parts.add(answer(payload)));
        } else if (!request.messages().isEmpty()) {
            request.messages().getLast().content().forEach(part -> parts.add(switch (part) {
                case ContentPart.Text(var text) -> text(text);
                case ContentPart.Media media -> file(media);
            }));
        }
        return parts;
    }

    private ObjectNode answer(JsonNode payload) {
        if (payload.isString()) {
            return text(payload.stringValue());
        }
        var part = part("data");
        // data of 0.3 is an object
        part.set("data", door.current() || payload.isObject() ? payload : JSON.objectNode().set("value", payload));
        return part;
    }

    private ObjectNode text(String text) {
        return part("text").put("text", text);
    }

    private ObjectNode file(ContentPart.Media media) {
        var part = part("file");
        var file = door.current() ? part : part.putObject("file");
        if (media.data() != null) {
            file.put(door.current() ? "raw" : "bytes", media.data());
        } else {
            file.put(door.current() ? "url" : "uri", media.url());
        }
        file.put(door.current() ? "mediaType" : "mimeType", media.mimeType());
        MessageJson.add(file, door.current() ? "filename" : "name", media.filename());
        return part;
    }

    private ObjectNode part(String kind) {
        return door.current() ? JSON.objectNode() : JSON.objectNode().put("kind", kind);
    }

    /** Returns what the agent does not hear. */
    List<String> warnings() {
        var warnings = new ArrayList<String>();
        if (!request.tools().isEmpty()) {
            warnings.add("an a2a agent has its own tools: those of the test were not sent");
        }
        if (request.endpoint().instructions() != null && !request.helper()) {
            warnings.add("an a2a agent has its own instructions: those of muster.yaml were not sent");
        }
        if (!memory.has("contextId") && request.messages().stream().map(Message::role).anyMatch("assistant"::equals)) {
            warnings.add("a2a knows no earlier messages but the agent's own: only the last one was sent");
        }
        return warnings;
    }
}
