package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** JSON inside a string; every node has the position of the string. */
final class InnerJson {

    private InnerJson() {}

    /** Returns an object, written as such or as a string; null, with a fault, when it is neither. */
    static Node.@Nullable Obj object(Node node, String what, Faults faults) {
        var value = node instanceof Node.Scalar scalar && node.string() != null
                ? read(scalar, what, faults)
                : node;
        if (value == null || value instanceof Node.Obj) {
            return (Node.Obj) value;
        }
        faults.add(node.at(), "'" + what + "' must be an object, or one as JSON text, not " + value.kind());
        return null;
    }

    private static @Nullable Node read(Node.Scalar text, String what, Faults faults) {
        var troubles = new ArrayList<Fault>();
        var values = values(text.text(), new Faults(what, troubles::add));
        troubles.forEach(trouble -> faults.add(text.at(), "the JSON text of '" + what + "' is wrong at "
                + trouble.line() + ":" + trouble.column() + ": " + trouble.message()));
        if (troubles.isEmpty() && values.size() != 1) {
            faults.add(text.at(), "the JSON text of '" + what + "' must be one object, not " + values.size());
        }
        return troubles.isEmpty() && values.size() == 1 ? moved(values.getFirst(), text.at()) : null;
    }

    private static List<Node> values(String text, Faults inner) {
        var found = new ArrayList<Node>();
        try (var stream = new JsonStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                inner)) {
            for (var node = stream.next(); node != null; node = stream.next()) {
                found.add(node);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory", e);
        }
        inner.flush();
        return found;
    }

    private static Node moved(Node node, Position to) {
        return switch (node) {
            case Node.Scalar(var type, var value, var at) -> new Node.Scalar(type, value, to);
            case Node.Items(var nodes, var at) ->
                new Node.Items(nodes.stream().map(item -> moved(item, to)).toList(), to);
            case Node.Obj(var members, var at) -> {
                var there = new LinkedHashMap<String, Node.Member>();
                members.forEach((name, member) -> there.put(name, new Node.Member(to, moved(member.value(), to))));
                yield new Node.Obj(there, to);
            }
        };
    }
}
