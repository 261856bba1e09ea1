package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.source.ScalarType.STRING;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.eval.AlwaysHolds;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Nodes;
import org.jspecify.annotations.Nullable;

/** Reads {@code assertions} (or {@code assert}, or {@code expected}) in each of their forms. */
final class AssertionReader {

    /** The key that a short form sets, where that is not {@code value}. */
    private static final Map<String, String> MAIN = Map.of("agent", "use", "script", "use", "json_path", "path",
            "oracle",
            "oracle");

    /** The keys that may say too little, the most particular first. */
    private static final List<String> SAYING = List.of("count", "schema", "pattern", "value", "path");

    private final Map<String, CheckKind> kinds = new LinkedHashMap<>();
    private final Faults faults;

    AssertionReader(SuiteScope scope) {
        this.faults = scope.faults();
        Stream.of(new CheckReader(scope).kinds(), new ToolReader(scope).kinds(), new SchemaReader(scope).kinds(),
                new HelperCheckReader(scope).kinds(), new ForeignCheckReader(scope).kinds()).forEach(kinds::putAll);
    }

    /**
     * {@code expected} means exact equality without assertions, and is the value of an assertion given as a bare type.
     */
    List<Assertion> ofCase(Fields fields) {
        var expected = fields.any("expected");
        var assertions = list(fields.any(fields.oneOf("assertions", "assert")), expected);
        if (expected != null && !fields.has("assertions") && !fields.has("assert")) {
            return List.of(Assertion.of(new TextCheck.Equals(expected.json())));
        }
        if (expected != null && !isTaken(fields.any(fields.oneOf("assertions", "assert")))) {
            faults.warn(fields.at("expected"), "'expected' is not checked, because there are 'assertions'; add "
                    + "{type: equals, value: …} to them, or remove it");
        }
        return assertions;
    }

    /** Whether an assertion is the name of a type alone, whose value is what is expected. */
    private static boolean isTaken(@Nullable Node assertions) {
        return assertions != null && assertions.items().stream().anyMatch(Node.Scalar.class::isInstance);
    }

    List<Assertion> ofTurn(Fields fields) {
        return list(fields.any(fields.oneOf("assertions", "assert")), null);
    }

    List<Assertion> finals(Fields fields) {
        return list(fields.any("final_assertions"), null);
    }

    /** Reads the {@code assertions} that stand beside another dialect's own. */
    List<Assertion> further(Fields fields) {
        return list(fields.any("assertions"), null);
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
        return Nodes.each(written, one -> assertion(one, expected));
    }

    private @Nullable Assertion assertion(Node node, @Nullable Node expected) {
        return switch (node) {
            case Node.Obj object -> written(object);
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

    /** Reads an assertion in either form; its faults name the keys that were written. */
    private @Nullable Assertion written(Node.Obj object) {
        var type = shortType(object);
        if (type == null) {
            return assertion(Fields.of(object, faults));
        }
        int before = faults.pending();
        var fields = Fields.of(longForm(object, type), faults);
        var assertion = assertion(fields);
        var main = main(type);
        var at = fields.at(main);
        faults.replace(before, fault -> fault.line() == at.line() && fault.column() == at.column()
                && fault.message().startsWith("'" + main + "' must ")
                        ? new Fault(fault.file(), fault.line(), fault.column(),
                                "'" + type + "'" + fault.message().substring(main.length() + 2))
                        : fault);
        return assertion;
    }

    private String main(String type) {
        return MAIN.getOrDefault(TypeName.of(type, kinds).kind(), "value");
    }

    /** Returns the key of a short form; null for an object that has a type, or none. */
    private @Nullable String shortType(Node.Obj object) {
        var keys = object.members().keySet();
        return object.members().containsKey("type") ? null
                : keys.stream().filter(this::isType).findFirst()
                        .or(() -> keys.stream().filter(this::isMeant).findFirst()).orElse(null);
    }

    private boolean isType(String key) {
        return kinds.containsKey(TypeName.of(key, kinds).kind());
    }

    /** {@code contains: x} is short for {@code type: contains, value: x}. */
    private Node.Obj longForm(Node.Obj object, String type) {
        var members = new LinkedHashMap<String, Node.Member>();
        object.members().forEach((key, member) -> {
            if (key.equals(type)) {
                members.put("type", new Node.Member(member.at(), new Node.Scalar(STRING, type, member.at())));
            }
            var name = key.equals(type) ? main(type) : key;
            if (!(key.equals(type) && member.value().isNull()) && members.put(name, member) != null) {
                faults.add(member.at(), "'" + key + "' means the same as another key; write one of them");
            }
        });
        return new Node.Obj(members, object.at());
    }

    /** Whether a key that is no type looks like one, of another tool or mistyped. */
    private boolean isMeant(String key) {
        var type = TypeName.of(key, kinds);
        return type.advice().isPresent() || (Nearest.of(key, List.of("type")).isEmpty()
                && !Nearest.hint(type.kind(), kinds.keySet()).isEmpty());
    }

    private @Nullable Assertion assertion(Fields fields) {
        var written = fields.needed("type", "an assertion");
        var type = written == null ? null : TypeName.of(written, kinds);
        var kind = kind(type, fields);
        if (type == null || kind == null) {
            return null;
        }
        var check = kind.read(fields);
        var negate = fields.flag("negate", false) != type.negated();
        var message = fields.text("message");
        // In checks of one tool, 'name' is the tool.
        var name = fields.has("name") && !fields.isRead("name") ? fields.text("name") : null;
        var weight = fields.number("weight", 0, Double.MAX_VALUE, 1);
        for (var key : fields.names().stream().filter(each -> !fields.isRead(each) && isType(each)).toList()) {
            second(key, type.written(), fields);
        }
        fields.done();
        if (check == null) {
            return null;
        }
        var assertion = new Assertion(check, negate, message, name, weight);
        AlwaysHolds.reason(assertion).ifPresent(sentence -> fields.warn(place(fields), sentence));
        return assertion;
    }

    /** Reports a second assertion in one item. */
    private static void second(String key, String first, Fields fields) {
        var _ = fields.any(key);
        fields.fault(key, "an item has one assertion, here '" + first + "'; write '" + key + "' as a separate item");
    }

    private static String place(Fields fields) {
        return SAYING.stream().filter(fields::has).findFirst().orElse("type");
    }

    private @Nullable CheckKind kind(@Nullable TypeName type, Fields fields) {
        var kind = type == null ? null : kinds.get(type.kind());
        if (kind == null && type != null) {
            fields.fault("type", "unknown assertion type '" + type.written() + "'" + advice(type));
        }
        return kind;
    }

    private String advice(TypeName type) {
        var known = Check.kinds().keySet().stream().filter(kinds::containsKey).toList();
        return type.advice().or(() -> inOneText(type.written())).orElseGet(() -> Nearest.hint(type.written(),
                new TreeSet<>(kinds.keySet()), "; there are " + String.join(", ", known)));
    }

    /** {@code "contains Hello"} names a type, and then its value. */
    private Optional<String> inOneText(String written) {
        int end = IntStream.range(0, written.length()).filter(at -> " :=".indexOf(written.charAt(at)) >= 0).findFirst()
                .orElse(written.length());
        var type = TypeName.of(written.substring(0, end), kinds);
        var value = written.substring(end).replaceFirst("^[ :=]+", "");
        return value.isEmpty() || !kinds.containsKey(type.kind()) ? Optional.empty()
                : Optional.of("; write " + (faults.file().matches(".*\\.jsonl?")
                        ? "{\"" + type.written() + "\": \"" + value + "\"}"
                        : type.written() + ": " + value + " without quotes around all of it"));
    }
}
