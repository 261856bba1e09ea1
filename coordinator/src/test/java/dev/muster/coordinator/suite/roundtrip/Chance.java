package dev.muster.coordinator.suite.roundtrip;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Random choices from a seed, and values that people rarely write but readers must handle. */
final class Chance {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private static final List<String> TEXTS = List.of("hi", "", " ", "two\nlines", "cr\r\nlf\n", "tab\there",
            "\"quoted\"",
            "it's", "back\\slash \\u0041", "# no comment", "- no item", "key: value", "{a: [b]}", "null", "true", "~",
            "1.0", "0x1F", "2024-01-01", "&a *a", "| \n  x", "%", "@", "`", "!!str x", "---", "...", "//", "/* */",
            "$captured.id", "$${", "$${NAME}", "${", "}", "${ENV.HOME}", "$", "grün", "日本語", "\uD83D\uDE00 smile",
            "\u0000", "\u0007\u001b[31m", "\u007f\u0085\u2028\u2029", "\uFEFFmark", "e\u0301", "\u202Eright", "\uFFFD",
            "x".repeat(3_000), "\n\n", "  indented\n    more\n", "ends with space ", "trailing\\");

    private static final List<String> WORDS = List.of("a", "pay", "order_id", "x-y", "long.name", "with space", "ü",
            "1",
            "null", "true", "\uD83D\uDE00", "say \"x\"", "a:b", "#a", "id", "type");

    private static final List<String> NUMBERS = List.of("0", "-0", "-0.0", "1", "1.0", "1.50", "-7", "1e3", "1E-2",
            "0.1", "1e22", "1e-400", "5e-324", "1.7976931348623157e308", "9007199254740993", "2147483648",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "123456789012345678901234567890",
            "123456789012345678.5");

    private final SplittableRandom random;

    Chance(long seed) {
        this.random = new SplittableRandom(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean onceIn(int times) {
        return random.nextInt(times) == 0;
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[below(choices.length)];
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** Returns any text, mostly harmless. */
    String text() {
        return onceIn(3) ? of(TEXTS) + (onceIn(3) ? of(TEXTS) : "") : of("hi", "Book a flight", "yes");
    }

    /** Returns a text that is not blank. */
    String said() {
        return "say " + text();
    }

    /** Returns one line without control characters. */
    String line() {
        var text = text();
        return text.chars().anyMatch(Character::isISOControl) ? "a line" : text;
    }

    String word() {
        return onceIn(2) ? of(WORDS) : of("one", "two", "three");
    }

    String name() {
        return of("one", "two", "three", "a_b", "c-d", "e5");
    }

    String duration() {
        return of("30s", "1m30s", "250ms", "1h", "1d2h3m4s5ms", "01s", "0m1ms", "60s");
    }

    JsonNode number() {
        var text = of(NUMBERS);
        return switch (text) {
            case "-0", "-0.0", "1e-400" -> MAKE.rawValueNode(new RawValue(text));
            default -> text.matches("-?\\d+") ? MAKE.numberNode(new BigInteger(text))
                    : MAKE.numberNode(new BigDecimal(text));
        };
    }

    /** Returns any value up to a depth. */
    JsonNode json(int depth) {
        return switch (below(depth == 0 ? 5 : 7)) {
            case 0 -> MAKE.nullNode();
            case 1 -> MAKE.booleanNode(onceIn(2));
            case 2 -> number();
            case 3, 4 -> MAKE.stringNode(text());
            case 5 -> list(3, () -> json(depth - 1));
            default -> free(depth - 1);
        };
    }

    /** Returns an object with any keys. */
    ObjectNode free(int depth) {
        var object = MAKE.objectNode();
        IntStream.range(0, below(4)).forEach(each -> object.set(word(), json(depth)));
        return object;
    }

    ArrayNode list(int most, Supplier<? extends JsonNode> item) {
        var items = MAKE.arrayNode();
        IntStream.range(0, below(most + 1)).forEach(each -> items.add(item.get()));
        return items;
    }

    ArrayNode some(int most, Supplier<? extends JsonNode> item) {
        return list(most - 1, item).add(item.get());
    }

    JsonNode node(String text) {
        return MAKE.stringNode(text);
    }

    /** Sometimes sets a member. */
    void maybe(ObjectNode object, String name, Supplier<? extends JsonNode> value) {
        if (onceIn(4)) {
            object.set(name, value.get());
        }
    }

    void maybeText(ObjectNode object, String name, Supplier<String> value) {
        maybe(object, name, () -> node(value.get()));
    }

    void maybeFlag(ObjectNode object, String name) {
        maybe(object, name, () -> MAKE.booleanNode(onceIn(2)));
    }

    void maybeWhole(ObjectNode object, String name, int least, int most) {
        maybe(object, name, () -> MAKE.numberNode(random.nextInt(least, most + 1)));
    }
}
