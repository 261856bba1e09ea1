package dev.muster.common.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Reads records from unknown senders: what is missing, and not {@link Nullable}, is found before it is used.
 * What a record sets itself when it is missing is not.
 */
public final class CompleteJson {

    private static final ClassValue<List<Part>> PARTS = new ClassValue<>() {
        @Override
        protected List<Part> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).filter(each -> !each.getType().isPrimitive()).map(Part::of)
                    .toList();
        }
    };

    /** A component of a record that may be missing, or lack something in it. */
    private record Part(String name, Method accessor, boolean optional) {

        static Part of(RecordComponent component) {
            component.getAccessor().setAccessible(true);
            return new Part(component.getName(), component.getAccessor(),
                    component.getAnnotatedType().isAnnotationPresent(Nullable.class));
        }

        @Nullable
        Object of(Record record) {
            try {
                return accessor.invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(record.getClass().getName(), e);
            }
        }
    }

    private CompleteJson() {}

    /** @throws tools.jackson.core.JacksonException when it is no JSON, of another form, or lacks something */
    public static <T extends Record> T read(InputStream from, Class<T> type) {
        return checked(Json.MAPPER.readValue(from, type), type);
    }

    /** @throws tools.jackson.core.JacksonException when something in it is missing */
    public static <T extends Record> T checked(@Nullable T read, Class<T> type) {
        var lacking = read == null ? Optional.of("all of it") : lacking(read, "");
        if (read == null || lacking.isPresent()) {
            throw MismatchedInputException.from(null, type, lacking.get() + " is missing");
        }
        return read;
    }

    private static Optional<String> lacking(@Nullable Object value, String path) {
        return switch (value) {
            case null -> Optional.of(path);
            case Record record -> lacking(record, path);
            case Collection<?> all -> first(all, path);
            case Map<?, ?> map -> first(map.values(), path);
            default -> Optional.empty();
        };
    }

    private static Optional<String> first(Collection<?> all, String path) {
        for (var each : all) {
            var lacking = lacking(each, path);
            if (lacking.isPresent()) {
                return lacking;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> lacking(Record record, String path) {
        for (var part : PARTS.get(record.getClass())) {
            var value = part.of(record);
            if (value != null || !part.optional()) {
                var lacking = lacking(value, path.isEmpty() ? part.name() : path + "." + part.name());
                if (lacking.isPresent()) {
                    return lacking;
                }
            }
        }
        return Optional.empty();
    }
}
