package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code assertions} (or {@code assert}, or {@code expected}) in each of their forms. */
final class AssertionReader {

    /** Kinds that a suite writes as another: as an oracle, or in a script's own test. */
    private static final Set<String> UNWRITTEN = Set.of("llm_judge", "sql_validate", "in_test");
    private static final List<String> TYPES = Check.kinds().keySet().stream().filter(kind -> !UNWRITTEN.contains(kind))
            .toList();

    private final CheckReader checks;
    private final Faults faults;

    AssertionReader(CheckReader checks, Faults faults) {
        this.checks = checks;
        this.faults = faults;
    }

    static AssertionReader of(SuiteScope scope) {
        var asking = new AskingReader(new ReferenceReader(scope), scope.defaults());
        var foreign = new ForeignChecks(scope);
        var schemas = new SchemaReader(scope.attachments(), scope.sound(), scope.faults());
        return new AssertionReader(new CheckReader(scope.sound(), asking, foreign, schemas, scope.faults()),
                scope.faults());
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
        var assertions = new ArrayList<Assertion>();
        for (var one : written) {
            var assertion = assertion(one, expected);
            if (assertion != null) {
                assertions.add(assertion);
            }
        }
        return assertions;
    }

    private @Nullable Assertion assertion(Node node, @Nullable Node expected) {
        return switch (node) {
            case Node.Obj object -> assertion(Fields.of(object, faults));
            case Node.Scalar scalar when scalar.type() == Node.Scalar.Type.STRING ->
                assertion(Fields.of(spelledOut(scalar, expected), faults));
            case Node.Scalar scalar -> wrongKind(scalar);
            case Node.Items items -> wrongKind(items);
        };
    }

    private @Nullable Assertion wrongKind(Node node) {
        faults.add(node.at(), "an assertion must be an object or the name of a type, not " + node.kind());
        return null;
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
        var type = fields.needed("type", "an assertion");
        if (type == null || !known(type, fields)) {
            return null;
        }
        var check = checks.check(type, fields);
        var negate = fields.flag("negate");
        var message = fields.text("message");
        var name = fields.has("name") && !CheckReader.takesName(type, fields) ? fields.text("name") : null;
        var weight = fields.number("weight", 0, Double.MAX_VALUE);
        fields.done();
        return check == null ? null
                : new Assertion(check, negate != null && negate, message, name, weight == null ? 1 : weight);
    }

    private static boolean known(String type, Fields fields) {
        if (TYPES.contains(type)) {
            return true;
        }
        fields.fault("type", "unknown assertion type '" + type + "'" + Nearest.hint(type, TYPES));
        return false;
    }
}
