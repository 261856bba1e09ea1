package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.model.Turn;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads {@code messages}, and {@code input} in each of its forms. */
final class MessageReader {

    private static final List<String> ROLES = List.of("user", "assistant", "system", "developer", "tool");

    private final PartReader parts;
    private final Faults faults;

    MessageReader(SuiteScope scope) {
        this.parts = new PartReader(scope);
        this.faults = scope.faults();
    }

    /** Reads all messages of a one-call case: {@code messages}, which override {@code input}. */
    List<Message> standard(Fields fields) {
        var history = fields.any("messages");
        var input = fields.any("input");
        if (history != null) {
            warnOfInput(input, "messages");
            return messages(history, true);
        }
        if (input != null) {
            return input(input, true);
        }
        fields.missing("a case needs 'input' or 'messages'", "input", "messages");
        return List.of();
    }

    /** Reads the history of a case with turns, which take precedence over its {@code input}. */
    List<Message> beforeTurns(Fields fields) {
        warnOfInput(fields.any("input"), "turns");
        var history = fields.any("messages");
        return history == null ? List.of() : messages(history, false);
    }

    /** Reads a history whose last message, from the user, is the first turn. */
    Opening conversation(Fields fields) {
        var history = fields.any("messages");
        var input = fields.any("input");
        if (history != null) {
            warnOfInput(input, "messages");
            return split(messages(history, false), history);
        }
        return input == null ? new Opening(List.of(), List.of()) : split(anyInput(input), input);
    }

    private void warnOfInput(@Nullable Node input, String other) {
        if (input != null) {
            faults.warn(input.at(), "'input' is not sent, because '" + other + "' takes its place; remove one of them");
        }
    }

    private Opening split(List<Message> all, Node at) {
        var last = all.isEmpty() ? null : all.getLast();
        if (last == null || !last.role().equals("user")) {
            if (last != null && last.role().equals("tool")) {
                faults.add(at.at(),
                        "the last message of a conversation that goes on is from user or assistant, not tool");
            }
            return new Opening(all, List.of());
        }
        if (last.content().isEmpty()) {
            faults.add(at.at(), "the last message must say something");
        }
        return new Opening(all.subList(0, all.size() - 1), List.of(Turn.initial(last.content())));
    }

    /** Reads {@code input} of a conversation that continues: the last message may have any role. */
    List<Message> anyInput(Node node) {
        return input(node, false);
    }

    private List<Message> input(Node node, boolean answered) {
        var text = node.string();
        if (text != null) {
            return List.of(Message.user(text));
        }
        if (node instanceof Node.Scalar) {
            faults.add(node.at(), "'input' must be a string, a message or a list of messages, not " + node.kind());
            return List.of();
        }
        if (node instanceof Node.Obj object && object.members().containsKey("tool")) {
            return List.of(Message.user(node.json().toString())); // a call, for an MCP server
        }
        return history(node.items(), node, answered);
    }

    /**
     * Reads a list of messages.
     *
     * @param answered whether the target answers the last one, which then is from user or tool; else it may have any
     *            role
     */
    private List<Message> messages(Node node, boolean answered) {
        if (node instanceof Node.Items items) {
            return history(items.nodes(), node, answered);
        }
        faults.add(node.at(), "'messages' must be a list of messages, not " + node.kind());
        return List.of();
    }

    private List<Message> history(List<Node> nodes, Node whole, boolean answered) {
        if (nodes.isEmpty()) {
            faults.add(whole.at(), "there must be at least one message");
        }
        var messages = new ArrayList<Message>();
        for (int i = 0; i < nodes.size(); i++) {
            var message = message(nodes.get(i), answered && i == nodes.size() - 1);
            if (message != null) {
                messages.add(message);
            }
        }
        return messages;
    }

    private @Nullable Message message(Node node, boolean last) {
        var fields = Fields.of(node, "a message", faults);
        if (fields == null) {
            return null;
        }
        var role = role(fields, last);
        // Name of the user or tool: known from elsewhere, and no supported protocol sends it.
        fields.text("name");
        var message = new Message(role, content(fields), toolCalls(fields, role), toolCallId(fields, role));
        fields.done();
        return message;
    }

    private String role(Fields fields, boolean last) {
        var role = fields.needed("role", "a message");
        if (role == null) {
            return "user";
        }
        if (!ROLES.contains(role)) {
            fields.fault("role", "unknown role '" + role + "'" + Nearest.hint(role, ROLES));
        } else if (last && !role.equals("user") && !role.equals("tool")) {
            fields.fault("role", "the last message is what the target answers: it must be from user or tool, not "
                    + role);
        }
        return role;
    }

    private List<ContentPart> content(Fields fields) {
        var node = fields.any("content");
        return switch (node) {
            case null -> noContent(fields);
            case Node.Items items -> parts.list(items.nodes());
            case Node.Scalar scalar when scalar.string() != null -> List.of(new ContentPart.Text(scalar.text()));
            case Node.Scalar scalar when scalar.isNull() -> noContent(fields);
            case Node.Scalar _,Node.Obj _ -> {
                faults.add(node.at(), "'content' must be a string or a list of parts, not " + node.kind());
                yield List.of();
            }
        };
    }

    private List<ContentPart> noContent(Fields fields) {
        if (!fields.has("tool_calls")) {
            fields.missing("a message needs 'content'", "content", "tool_calls");
        }
        return List.of();
    }

    private @Nullable String toolCallId(Fields fields, String role) {
        if (role.equals("tool")) {
            return fields.needed("tool_call_id", "a message from tool");
        }
        if (fields.any("tool_call_id") != null) {
            fields.fault("tool_call_id", "only a message from tool has 'tool_call_id'");
        }
        return null;
    }

    private List<ToolCall> toolCalls(Fields fields, String role) {
        var calls = fields.objects("tool_calls", "a tool call", MessageReader::toolCall);
        if (fields.has("tool_calls") && !role.equals("assistant")) {
            fields.fault("tool_calls", "only a message from assistant has 'tool_calls'");
        }
        return calls;
    }

    private static @Nullable ToolCall toolCall(Fields fields) {
        var id = fields.needed("id", "a tool call");
        var type = fields.text("type");
        if (type != null && !type.equals("function")) {
            fields.fault("type", "a tool call's 'type' can only be \"function\"");
        }
        fields.require("function", "a tool call needs 'function'");
        var function = fields.object("function");
        return id == null || function == null ? null : function(id, function);
    }

    private static @Nullable ToolCall function(String id, Fields function) {
        var name = function.needed("name", "'function'");
        var arguments = function.any("arguments");
        function.done();
        if (name == null) {
            return null;
        }
        return new ToolCall(id, name, arguments == null ? JsonNodeFactory.instance.objectNode() : arguments(arguments));
    }

    /** Reads arguments, which OpenAI writes as JSON text. */
    private static JsonNode arguments(Node node) {
        return Optional.ofNullable(node.string()).flatMap(JsonText::parse).orElseGet(node::json);
    }
}
