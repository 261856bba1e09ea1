package dev.muster.common.option;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Rules to detect that an agent waits for its user when it does not declare it; null or empty parts are unset.
 *
 * @param tools tools by which it asks, in addition to the usual ones: names, or globs with {@code *}
 * @param pattern RE2: a text that matches asks, too
 */
public record AwaitingRules(List<String> tools, @Nullable Text text, @Nullable String pattern) {

    public static final AwaitingRules NONE = new AwaitingRules(List.of(), null, null);

    /** Returns these rules where set, else the general ones. */
    public AwaitingRules over(AwaitingRules general) {
        return new AwaitingRules(tools.isEmpty() ? general.tools : tools, text == null ? general.text : text,
                pattern == null ? general.pattern : pattern);
    }

    /** Which part of a text is read. */
    public enum Text {
        /** The whole text, by the patterns of the agent-test documents. */
        SEED("seed"),
        /** The whole text, and its last sentence by narrower patterns. */
        SEED_AND_SENTENCE("seed+sentence"),
        OFF("off");

        private final String wire;

        Text(String wire) {
            this.wire = wire;
        }

        @JsonValue
        public String wire() {
            return wire;
        }

        @JsonCreator
        public static Text of(String wire) {
            return find(wire).orElseThrow(() -> new IllegalArgumentException("no way to read a text: " + wire));
        }

        public static Optional<Text> find(String wire) {
            return Arrays.stream(values()).filter(text -> text.wire.equals(wire)).findFirst();
        }

        public static List<String> names() {
            return Arrays.stream(values()).map(Text::wire).toList();
        }
    }
}
