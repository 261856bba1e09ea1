package dev.muster.common.agent.custom;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** A text with {@code ${name}} in it, expanded once: inserted values are not expanded again. */
record TextTemplate(List<Part> parts) {

    private static final String OPEN = "${";

    /** A piece of the text: as it stands, or the value of a name. */
    sealed interface Part {

        record Literal(String text) implements Part {}

        record Name(String name) implements Part {}
    }

    static TextTemplate of(String text) {
        var parts = new ArrayList<Part>();
        int at = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            if (open > at) {
                parts.add(new Part.Literal(text.substring(at, open)));
            }
            parts.add(new Part.Name(text.substring(open + OPEN.length(), close)));
            at = close + 1;
        }
        if (at < text.length()) {
            parts.add(new Part.Literal(text.substring(at)));
        }
        return new TextTemplate(List.copyOf(parts));
    }

    /** Returns the names in the text. */
    Stream<String> names() {
        return parts.stream().filter(Part.Name.class::isInstance).map(part -> ((Part.Name) part).name());
    }

    /** Returns the value with its own type when the text is one name; a text otherwise. Null when that name has no value. */
    @Nullable
    JsonNode value(Names names) {
        return parts.size() == 1 && parts.getFirst() instanceof Part.Name(var name) ? names.value(name)
                : StringNode.valueOf(text(names, (_, value) -> value));
    }

    /** @param escape makes the value of a name safe for where the text goes */
    String text(Names names, BinaryOperator<String> escape) {
        var text = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case Part.Literal(var literal) -> text.append(literal);
                case Part.Name(var name) -> text.append(escape.apply(name, text(names.value(name))));
            }
        }
        return text.toString();
    }

    private static String text(@Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : value.toString();
    }
}
