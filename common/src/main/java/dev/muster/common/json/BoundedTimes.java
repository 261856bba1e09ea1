package dev.muster.common.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ext.javatime.deser.DurationDeserializer;
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
        public @Nullable Duration deserialize(JsonParser parser, DeserializationContext context) {
            var read = DurationDeserializer.INSTANCE.deserialize(parser, context);
            return read == null || (read.compareTo(LONGEST) <= 0 && read.compareTo(LONGEST.negated()) >= 0) ? read
                    : (Duration) context.handleWeirdStringValue(Duration.class, read.toString(),
                            "a duration has at most 36500 days");
        }
    }
}
