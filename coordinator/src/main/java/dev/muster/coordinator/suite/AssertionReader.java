package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.coordinator.suite.CheckReader.Kind;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code assertions} (or {@code assert}, or {@code expected}) in each of their forms. */
final class AssertionReader {

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final Faults faults;

    AssertionReader(SuiteScope scope) {
        this.faults = scope.faults();
        kinds.putAll(new CheckReader(scope.sound(), faults).kinds());
        kinds.putAll(new ToolReader(scope.sound(), faults).kinds());
        kinds.putAll(new SchemaReader(scope.attachments(), scope.sound(), faults).kinds());
        kinds.putAll(new AskingReader(new ReferenceReader(scope), scope.defaults()).kinds());
        kinds.putAll(new ForeignChecks(scope).kinds());
    }

    /** {@code expected} means exact equality without assertions, and is the value of an assertion given as a bare type. */
    List<Assertion> ofCase(Fields fields) {
        var expected = fields.any("expected");
        var assertions = list(fields.any(fields.oneOf("assertions", "assert")), expected);
        if (expected != null && !fields.has("assertions") && !fields.has("assert")) {
            return List.of(Assertion.of(new Check.Equals(expected.json())));
        }
        return assertions;
    }

    List<Assertion> ofTurn(Fields fields) {
        return list(fields.any(fields.oneOf("assertions", "assert")), null);
    }

    List<Assertion> finals(Fields fields) {
        return list(fields.any("final_assertions"), null);
    }

    /** Reads a checkpoint's assertions; none at all is a fault. */
    List<Assertion> ofCheckpoint(Fields fields) {
        var node = fields.any(fields.oneOf("assertion", "assert"));
        if (node == null) {
            fields.missing("a checkpoint needs 'assertion'", "assertion", "assert");
        } else if (node instanceof Node.Items items && items.nodes().isEmpty()) {
            faults.add(node.at(), "a checkpoint needs an assertion");
        }
        return list(node, null);
    }

    /** Reads one assertion; null, with a fault, when the node is not one. */
    @Nullable
    Assertion one(Node node) {
        return assertion(node, null);
    }

    private List<Assertion> list(@Nullable Node node, @Nullable Node expected) {
        var written = switch (node) {
            case null -> List.<Node>of();
            case Node.Items items -> items.nodes();
            case Node.Obj object -> List.<Node>of(object);
            case Node.Scalar scalar -> List.<Node>of(scalar);
        };
        return Fields.each(written, one -> assertion(one, expected));
    }

    private @Nullable Assertion assertion(Node node, @Nullable Node expected) {
        return switch (node) {
            case Node.Obj object -> assertion(Fields.of(object, faults));
            case Node.Scalar scalar when scalar.string() != null ->
                assertion(Fields.of(spelledOut(scalar, expected), faults));
            case Node.Scalar _,Node.Items _ -> {
                faults.add(node.at(), "an assertion must be an object or the name of a type, not " + node.kind());
                yield null;
            }
        };
    }

    private static Node.Obj spelledOut(Node.Scalar type, @Nullable Node expected) {
        var members = new LinkedHashMap<String, Node.Member>();
        members.put("type", new Node.Member(type.at(), type));
        if (expected != null) {
            members.put("value", new Node.Member(expected.at(), expected));
        }
        return new Node.Obj(members, type.at());
    }

    private @Nullable Assertion assertion(Fields fields) {
        var shortForm = fields.members().keySet().stream().filter(kinds::containsKey).findFirst();
        if (!fields.has("type") && shortForm.isPresent()) {
            fields.fault(shortForm.get(), "an assertion needs 'type'; write { type: " + shortForm.get()
                    + ", … } instead of '" + shortForm.get() + "'");
            return null;
        }
        var kind = kind(fields.needed("type", "an assertion"), fields);
        if (kind == null) {
            return null;
        }
        var check = kind.read(fields);
        var negate = fields.flag("negate");
        var message = fields.text("message");
        // In checks of one tool, 'name' is the tool.
        var name = fields.has("name") && !fields.isAsked("name") ? fields.text("name") : null;
        var weight = fields.number("weight", 0, Double.MAX_VALUE);
        fields.done();
        return check == null ? null
                : new Assertion(check, negate != null && negate, message, name, weight == null ? 1 : weight);
    }

    private @Nullable Kind kind(@Nullable String type, Fields fields) {
        var kind = kinds.get(type);
        if (kind == null && type != null) {
            var known = Check.kinds().keySet().stream().filter(kinds::containsKey).toList();
            var hint = Nearest.hint(type, known);
            fields.fault("type", "unknown assertion type '" + type + "'"
                    + (hint.isEmpty() ? "; there are " + String.join(", ", known) : hint));
        }
        return kind;
    }
}
