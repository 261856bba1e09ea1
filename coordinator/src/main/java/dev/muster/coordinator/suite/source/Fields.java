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
    private final Keys keys;

    private Fields(Node.Obj object, Faults faults) {
        this.object = object;
        this.faults = faults;
        this.keys = new Keys(object, faults);
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
        var node = object.get(name);
        return node == null ? object.at() : node.at();
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

    /** Warns at a member's value of something harmless that the user should fix. */
    public void warn(String name, String message) {
        faults.warn(at(name), message);
    }

    /** Returns the object itself. */
    public Node.Obj node() {
        return object;
    }

    public Faults faults() {
        return faults;
    }

    /** Returns a member of any type; null when it is absent. */
    public @Nullable Node any(String name) {
        var member = keys.member(name);
        return member == null ? null : member.value();
    }

    /** Returns a member of any type without positions; null when it is absent. */
    public @Nullable JsonNode json(String name) {
        var node = any(name);
        return node == null ? null : node.json();
    }

    public @Nullable String text(String name) {
        var scalar = scalar(name, ScalarType.STRING, "a string");
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
            keys.missing(what + " needs '" + name + "'", Stream.concat(Stream.of(name), Stream.of(others)).toList());
        } else if (text != null && text.isBlank()) {
            fault(name, "'" + name + "' must not be empty");
        }
        return text;
    }

    /**
     * Reads a word with a meaning; null, with a fault, for any other.
     *
     * @param meanings by word
     * @param wrong the fault's message, for an unknown word
     */
    public <T> @Nullable T choice(String name, Map<String, T> meanings, UnaryOperator<String> wrong) {
        var word = text(name);
        var meaning = word == null ? null : meanings.get(word);
        if (word != null && meaning == null) {
            fault(name, wrong.apply(word));
        }
        return meaning;
    }

    /** Reads a word in the same way; a fault says what it is, and what an unknown word may have meant. */
    public <T> @Nullable T choice(String name, Map<String, T> meanings, String sentence) {
        return choice(name, meanings, word -> sentence + Nearest.hint(word, meanings.keySet()));
    }

    /** Reads the name of something of the configuration; an unknown one is a fault. */
    public @Nullable String known(String name, String what, Collection<String> known) {
        var text = text(name);
        if (text != null && !known.contains(text)) {
            fault(name, Nearest.unknown(what, text, known));
        }
        return text;
    }

    public boolean flag(String name, boolean usual) {
        return Objects.requireNonNullElse(flag(name), usual);
    }

    public @Nullable Boolean flag(String name) {
        var scalar = scalar(name, ScalarType.BOOLEAN, "true or false");
        return scalar == null ? null : Boolean.valueOf(scalar.text());
    }

    public @Nullable Double number(String name, double least, double most) {
        var scalar = scalar(name, ScalarType.NUMBER, "a number");
        if (scalar == null) {
            return null;
        }
        double value = Double.parseDouble(scalar.text());
        if (value < least || value > most) {
            fault(name, "'" + name + "' must be " + NumberBounds.broken(value, least, most)
                    + ", not " + scalar.text());
            return null;
        }
        return value;
    }

    public double number(String name, double least, double most, double usual) {
        return Objects.requireNonNullElse(number(name, least, most), usual);
    }

    public int whole(String name, int least, int most, int usual) {
        return Objects.requireNonNullElse(whole(name, least, most), usual);
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
        return duration(name, "\"30s\" or \"1m30s\"");
    }

    /** @param examples of the durations that are usual there */
    public @Nullable Duration duration(String name, String examples) {
        var node = any(name);
        if (node == null) {
            return null;
        }
        var text = node.string();
        if (text == null) {
            faults.add(node.at(), "'" + name + "' must be a duration such as " + examples + ", not " + node.kind());
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

    /** Reads the objects of a list in the same way; empty when it is absent. */
    public <T> List<T> objects(String name, String what, Function<Fields, @Nullable T> read) {
        return Nodes.objects(list(name), what, faults, read);
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
        return complete(object(name), read);
    }

    public <T> T part(String name, Function<Fields, @Nullable T> read, T usual) {
        var one = complete(object(name), read);
        return one == null ? usual : one;
    }

    /** Reads an object whose keys are names chosen by the user, without the members that are faulty. */
    public <T> Map<String, T> named(String name, BiFunction<String, Node, @Nullable T> read) {
        var named = new LinkedHashMap<String, T>();
        var fields = object(name);
        if (fields != null) {
            fields.object.members().forEach((key, member) -> {
                var one = read.apply(key, member.value());
                if (one != null) {
                    named.put(key, one);
                }
            });
        }
        return named;
    }

    /** Reads all members of an object, if there is one; others are unknown. */
    public static <T> @Nullable T complete(@Nullable Fields fields, Function<Fields, @Nullable T> read) {
        var one = fields == null ? null : read.apply(fields);
        if (fields != null) {
            fields.done();
        }
        return one;
    }

    /** Reads the items of a list; empty when it is absent. */
    public List<Node> list(String name) {
        var node = any(name);
        if (node != null && !(node instanceof Node.Items)) {
            faults.add(node.at(), "'" + name + "' must be a list, not " + node.kind());
        }
        return node instanceof Node.Items items ? items.nodes() : List.of();
    }

    /** Reads a list of strings; empty when it is absent. */
    public List<String> texts(String name) {
        return Nodes.strings(list(name), "'" + name + "' must list strings", faults);
    }

    /** Reads a free-form object: any keys, any values. */
    public Map<String, JsonNode> free(String name) {
        return named(name, (_, node) -> node.json());
    }

    /** Returns the keys, for objects whose keys are names chosen by the user. */
    public Set<String> names() {
        return object.members().keySet();
    }

    /** Reads scalars by name, as text. */
    public Map<String, String> labels(String name) {
        return named(name, (key, node) -> {
            if (node instanceof Node.Scalar scalar && !node.isNull()) {
                return scalar.text();
            }
            faults.add(node.at(), "'" + key + "' in '" + name + "' must be a string, not " + node.kind());
            return null;
        });
    }

    /** Reports a fault for each key of a known feature that this version does not support. */
    public void notYet(String message, List<String> names) {
        keys.refuse(names, message);
    }

    /** Reports that one of some names is required; when one seems mistyped, only that. */
    public void missing(String sentence, String... names) {
        keys.missing(sentence, List.of(names));
    }

    /** Reports that a member is required when it is absent; when it seems mistyped, only that. */
    public void require(String name, String sentence) {
        if (!has(name)) {
            missing(sentence, name);
        }
    }

    /** Returns which of several spellings is used, else the first; two are a fault. */
    public String oneOf(String... spellings) {
        return keys.oneOf(List.of(spellings));
    }

    /** Whether a key was read so far, present or not. */
    public boolean isRead(String name) {
        return keys.isKnown(name);
    }

    /** Reports every member that was not read as a fault. */
    public void done() {
        keys.unknown();
    }

    private Node.@Nullable Scalar scalar(String name, ScalarType type, String expected) {
        var node = any(name);
        if (node == null || (node instanceof Node.Scalar scalar && scalar.type() == type)) {
            return (Node.Scalar) node;
        }
        faults.add(node.at(), "'" + name + "' must be " + expected + ", not " + node.kind());
        return null;
    }
}
