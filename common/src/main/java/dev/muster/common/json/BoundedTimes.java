package dev.muster.common.json;

import module java.base;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Reads durations that can be counted in nanoseconds, and refuses others: {@link Duration#toNanos} throws for them. */
final class BoundedTimes extends SimpleModule {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    BoundedTimes() {
        addDeserializer(Duration.class, new Reader());
    }

    private static final class Reader extends StdDeserializer<Duration> {

        private Reader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) {
            var text = parser.getValueAsString();
            try {
                var read = Duration.parse(Objects.requireNonNullElse(text, ""));
                return read.abs().compareTo(LONGEST) <= 0 ? read : (Duration) context.handleWeirdStringValue(
                        Duration.class, text, "a duration has at most 36500 days");
            } catch (DateTimeParseException | ArithmeticException e) {
                return (Duration) context.handleWeirdStringValue(Duration.class, String.valueOf(text),
                        "a duration is written like PT30S");
            }
        }
    }
}
