package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** The objects that make up one AgentEval test; each key may be in any of them, once. */
final class EvalParts {

    private static final List<String> INNER = List.of("InputDefinition", "Configuration", "config");

    private final List<Fields> parts = new ArrayList<>();
    private final Faults faults;

    private EvalParts(Fields test, Faults faults) {
        this.faults = faults;
        parts.add(test);
    }

    /** The test, its {@code fields}, and its {@code InputDefinition}, {@code Configuration} and {@code config}. */
    static EvalParts of(Fields test, Faults faults) {
        var all = new EvalParts(test, faults);
        var wrapped = all.find("fields");
        if (wrapped != null) {
            all.add(wrapped.fields().object(wrapped.key()));
        }
        for (var name : INNER) {
            var inner = all.find(name);
            var object = inner == null ? null : InnerJson.object(inner.node(), name, faults);
            all.add(object == null ? null : Fields.of(object, faults));
        }
        return all;
    }

    private void add(@Nullable Fields part) {
        if (part != null) {
            parts.add(part);
        }
    }

    /** A key and the object that contains it. */
    record Found(Fields fields, String key, Node node) {}

    /** Finds a key by any of several spellings; null when it is absent or null. */
    @Nullable
    Found find(String... spellings) {
        Found found = null;
        for (var part : parts) {
            for (var spelling : spellings) {
                found = first(found, part, spelling);
            }
        }
        return found;
    }

    /** Reads a key by any of several spellings; null when it is absent or null. */
    <T> @Nullable T read(BiFunction<Fields, String, @Nullable T> read, String... spellings) {
        var found = find(spellings);
        return found == null ? null : read.apply(found.fields(), found.key());
    }

    private static @Nullable Found first(@Nullable Found found, Fields part, String spelling) {
        var node = part.any(spelling);
        if (node == null || node.isNull()) {
            return found;
        }
        if (found != null) {
            part.fault(spelling, "'" + spelling + "' is there already as '" + found.key() + "' at " + found.node().at()
                    + "; write one of them");
            return found;
        }
        return new Found(part, spelling, node);
    }

    /** Returns an object with any keys, written as such or as JSON text. */
    Node.@Nullable Obj object(Found found) {
        return InnerJson.object(found.node(), found.key(), faults);
    }

    /** Returns the test itself. */
    Fields test() {
        return parts.getFirst();
    }

    /** Returns the object where a missing key belongs. */
    Fields last() {
        return parts.size() > 1 ? parts.get(1) : parts.getFirst();
    }

    void done() {
        parts.forEach(Fields::done);
    }

    /** JSON inside a string; every node has the position of the string. */
    record InnerJson(Node.Scalar text, String what, Faults faults) {

        /** Returns an object, written as such or as a string; null, with a fault, when it is neither. */
        static Node.@Nullable Obj object(Node node, String what, Faults faults) {
            var value = node instanceof Node.Scalar scalar && node.string() != null
                    ? new InnerJson(scalar, what, faults).read()
                    : node;
            if (value == null || value instanceof Node.Obj) {
                return (Node.Obj) value;
            }
            faults.add(node.at(), "'" + what + "' must be an object, or one as JSON text, not " + value.kind());
            return null;
        }

        private @Nullable Node read() {
            var troubles = new ArrayList<Fault>();
            var values = values(new Faults(what, troubles::add));
            troubles.forEach(trouble -> faults.add(text.at(), "the JSON text of '" + what + "' is wrong at "
                    + trouble.line() + ":" + trouble.column() + ": " + trouble.message()));
            if (troubles.isEmpty() && values.size() != 1) {
                faults.add(text.at(), "the JSON text of '" + what + "' must be one object, not " + values.size());
            }
            return troubles.isEmpty() && values.size() == 1 ? moved(values.getFirst(), text.at()) : null;
        }

        private List<Node> values(Faults inner) {
            var found = new ArrayList<Node>();
            try (var stream = new JsonStream(new ByteArrayInputStream(text.text().getBytes(StandardCharsets.UTF_8)),
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
}
