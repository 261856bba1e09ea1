package dev.muster.coordinator.suite.source;

import module java.base;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the members of an object one by one; a member of the wrong type is a fault and counts as absent. Members not
 * read before {@link #done} are unknown.
 */
public final class Fields {

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private final Node.Obj object;
    private final Faults faults;
    private final List<String> known = new ArrayList<>();

    private Fields(Node.Obj object, Faults faults) {
        this.object = object;
        this.faults = faults;
    }

    public static Fields of(Node.Obj object, Faults faults) {
        return new Fields(object, faults);
    }

    /** Returns the members of a value that should be an object; null, with a fault, when it is not. */
    public static @Nullable Fields of(Node node, String what, Faults faults) {
        if (node instanceof Node.Obj object) {
            return new Fields(object, faults);
        }
        faults.add(node.at(), what + " must be an object, not " + node.kind());
        return null;
    }

    public Position at() {
        return object.at();
    }

    /** Returns the position of a member's value; the object's when there is no such member. */
    public Position at(String name) {
        var member = object.members().get(name);
        return member == null ? object.at() : member.value().at();
    }

    public boolean has(String name) {
        return object.members().containsKey(name);
    }

    public void fault(String name, String message) {
        faults.add(at(name), message);
    }

    public void fault(Node node, String message) {
        faults.add(node.at(), message);
    }

    /** Returns a member of any type; null when it is absent. */
    public @Nullable Node any(String name) {
        var member = ask(name);
        return member == null ? null : member.value();
    }

    /** Returns a member of any type without positions; null when it is absent. */
    public @Nullable JsonNode json(String name) {
        var node = any(name);
        return node == null ? null : node.json();
    }

    /** Whether a key was asked for so far, present or not. */
    public boolean isAsked(String name) {
        return known.contains(name);
    }

    public @Nullable String text(String name) {
        var scalar = scalar(name, Node.Scalar.Type.STRING, "a string");
        return scalar == null ? null : scalar.text();
    }

    /** Reads a string for people and table columns, without control characters. */
    public @Nullable String plain(String name) {
        var text = text(name);
        if (text != null && hasControls(text)) {
            fault(name, "'" + name + "' must be one line without control characters");
        }
        return text;
    }

    /** Whether a text has line ends or other control characters. */
    public static boolean hasControls(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    /**
     * Reads a required, non-empty string; otherwise it is a fault of the object.
     *
     * @param others other keys that a mistyped key may have meant
     */
    public @Nullable String needed(String name, String what, String... others) {
        var text = text(name);
        if (!has(name)) {
            missing(what + " needs '" + name + "'", Stream.concat(Stream.of(name), Stream.of(others)).toList());
        } else if (text != null && text.isBlank()) {
            fault(name, "'" + name + "' must not be empty");
        }
        return text;
    }

    public @Nullable Boolean flag(String name) {
        var scalar = scalar(name, Node.Scalar.Type.BOOLEAN, "true or false");
        return scalar == null ? null : Boolean.valueOf(scalar.text());
    }

    public @Nullable Double number(String name, double least, double most) {
        var scalar = scalar(name, Node.Scalar.Type.NUMBER, "a number");
        if (scalar == null) {
            return null;
        }
        double value = Double.parseDouble(scalar.text());
        if (value < least || value > most) {
            fault(name, "'" + name + "' must be " + (most >= Integer.MAX_VALUE ? "at least " + shown(least)
                    : "between " + shown(least) + " and " + shown(most)) + ", not " + scalar.text());
            return null;
        }
        return value;
    }

    public @Nullable Integer whole(String name, int least, int most) {
        var value = number(name, least, most);
        if (value != null && value != Math.rint(value)) {
            fault(name, "'" + name + "' must be a whole number");
            return null;
        }
        return value == null ? null : Integer.valueOf(value.intValue());
    }

    /** Reads a positive duration, short enough to count in nanoseconds. */
    public @Nullable Duration duration(String name) {
        var node = any(name);
        if (node == null) {
            return null;
        }
        var text = node.string();
        if (text == null) {
            faults.add(node.at(), "'" + name + "' must be a duration such as \"30s\" or \"1m30s\", not " + node.kind());
            return null;
        }
        try {
            var duration = Durations.parse(text);
            if (duration.isPositive() && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
            faults.add(node.at(), "'" + name + "' must be more than zero and at most " + LONGEST.toDays() + "d");
            return null;
        } catch (IllegalArgumentException | ArithmeticException trouble) {
            faults.add(node.at(), "'" + text + "' is not a duration; write 5m, 30s, 1m30s or 250ms");
            return null;
        }
    }

    public @Nullable Fields object(String name) {
        var node = any(name);
        return node == null ? null : object(node, "'" + name + "'");
    }

    /** Returns the members of a value in this object; null, with a fault, when it is no object. */
    public @Nullable Fields object(Node node, String what) {
        return of(node, what, faults);
    }

    /** Reads each of some values, without those that are faulty. */
    public static <T> List<T> each(List<Node> nodes, Function<Node, @Nullable T> read) {
        var all = new ArrayList<T>();
        for (var node : nodes) {
            var one = read.apply(node);
            if (one != null) {
                all.add(one);
            }
        }
        return all;
    }

    /** Reads each of some values as an object; members that were not read are unknown. */
    public static <T> List<T> objects(List<Node> nodes, String what, Faults faults,
            Function<Fields, @Nullable T> read) {
        return each(nodes, node -> whole(of(node, what, faults), read));
    }

    /** Reads the objects of a list in the same way; empty when it is absent. */
    public <T> List<T> objects(String name, String what, Function<Fields, @Nullable T> read) {
        return objects(list(name), what, faults, read);
    }

    /** Reads the objects of a list in the same way; a list without any is a fault. */
    public <T> List<T> some(String name, String what, String none, Function<Fields, @Nullable T> read) {
        if (any(name) instanceof Node.Items items && items.nodes().isEmpty()) {
            faults.add(items.at(), none);
        }
        return objects(name, what, read);
    }

    /** Reads an object in the same way; null when it is absent. */
    public <T> @Nullable T part(String name, Function<Fields, @Nullable T> read) {
        return whole(object(name), read);
    }

    private static <T> @Nullable T whole(@Nullable Fields fields, Function<Fields, @Nullable T> read) {
        var one = fields == null ? null : read.apply(fields);
        if (fields != null) {
            fields.done();
        }
        return one;
    }

    /** Reads the items of a list; empty when it is absent. */
    public List<Node> list(String name) {
        var node = any(name);
        if (node == null) {
            return List.of();
        }
        if (node instanceof Node.Items items) {
            return items.nodes();
        }
        faults.add(node.at(), "'" + name + "' must be a list, not " + node.kind());
        return List.of();
    }

    /** Reads a list of strings; empty when it is absent. */
    public List<String> texts(String name) {
        return strings(list(name), "'" + name + "' must list strings", faults);
    }

    /** Reads each of some values as a string, without those that are none; {@code must} says to what that is a fault. */
    public static List<String> strings(List<Node> nodes, String must, Faults faults) {
        return each(nodes, node -> {
            if (node.string() == null) {
                faults.add(node.at(), must + ", not " + node.kind());
            }
            return node.string();
        });
    }

    /** Reads a free-form object: any keys, any values. */
    public Map<String, JsonNode> free(String name) {
        var values = new LinkedHashMap<String, JsonNode>();
        var fields = object(name);
        if (fields != null) {
            fields.members().forEach((key, value) -> values.put(key, value.json()));
        }
        return values;
    }

    /** Returns all members by name, for objects whose keys are names chosen by the user. */
    public Map<String, Node> members() {
        var values = new LinkedHashMap<String, Node>();
        object.members().forEach((key, member) -> values.put(key, member.value()));
        return values;
    }

    /** Reads scalars by name, as text. */
    public Map<String, String> labels(String name) {
        var values = new LinkedHashMap<String, String>();
        var fields = object(name);
        if (fields != null) {
            fields.members().forEach((key, node) -> {
                if (node instanceof Node.Scalar scalar && !node.isNull()) {
                    values.put(key, scalar.text());
                } else {
                    faults.add(node.at(), "'" + key + "' in '" + name + "' must be a string, not " + node.kind());
                }
            });
        }
        return values;
    }

    /** Reports a fault for each key of a known feature that this version does not support. */
    public void notYet(String message, List<String> names) {
        for (var name : names) {
            var member = ask(name);
            if (member != null) {
                faults.add(member.at(), "'" + name + "' " + message);
            }
        }
    }

    /** Reports that one of some names is required; when one seems mistyped, only that. */
    public void missing(String sentence, String... names) {
        missing(sentence, List.of(names));
    }

    /** Reports that a member is required when it is absent; when it seems mistyped, only that. */
    public void require(String name, String sentence) {
        if (!has(name)) {
            missing(sentence, name);
        }
    }

    private void missing(String sentence, List<String> names) {
        boolean mistyped = false;
        for (var entry : object.members().entrySet()) {
            if (!known.contains(entry.getKey()) && Nearest.of(entry.getKey(), names).isPresent()) {
                mistyped = true;
                unknown(entry.getKey(), entry.getValue(), names);
            }
        }
        if (!mistyped) {
            faults.add(object.at(), sentence);
        }
    }

    /** Returns which of several spellings is used, else the first; two are a fault. */
    public String oneOf(String... spellings) {
        known.addAll(List.of(spellings));
        var used = Stream.of(spellings).filter(this::has).toList();
        if (used.isEmpty()) {
            return spellings[0];
        }
        for (var other : used.subList(1, used.size())) {
            fault(other, "'" + other + "' says the same as '" + used.getFirst() + "'; write one of them");
        }
        return used.getFirst();
    }

    /** Reports every member that was not read as a fault. */
    public void done() {
        object.members().forEach((name, member) -> {
            if (!known.contains(name)) {
                unknown(name, member, known);
            }
        });
    }

    private Node.@Nullable Member ask(String name) {
        known.add(name);
        return object.members().get(name);
    }

    private void unknown(String name, Node.Member member, List<String> candidates) {
        faults.add(member.at(), "unknown key '" + name + "'" + ForeignKeys.advice(name, candidates)
                .map(advice -> "; " + advice).orElseGet(() -> near(name, member, candidates)));
    }

    private String near(String name, Node.Member member, List<String> candidates) {
        var hint = faults.hint(name, candidates);
        if (!hint.isEmpty()) {
            return hint;
        }
        boolean isText = member.value().isNull() && name.indexOf(' ') > 0;
        var elsewhere = isText ? YamlText.FLOW_QUOTES : ForeignKeys.elsewhere(name);
        return elsewhere == null ? "" : "; " + elsewhere;
    }

    private Node.@Nullable Scalar scalar(String name, Node.Scalar.Type type, String wanted) {
        var node = any(name);
        if (node == null || (node instanceof Node.Scalar scalar && scalar.type() == type)) {
            return (Node.Scalar) node;
        }
        faults.add(node.at(), "'" + name + "' must be " + wanted + ", not " + node.kind());
        return null;
    }

    private static String shown(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
