package dev.muster.common.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Reads records from unknown senders: what is missing, and not {@link Nullable}, is found before it is used.
 * What a record sets itself when it is missing is not.
 */
public final class CompleteJson {

    private static final ClassValue<List<RecordComponent>> REQUIRED = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).filter(each -> !each.getType().isPrimitive())
                    .peek(each -> each.getAccessor().setAccessible(true)).toList();
        }
    };

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
            case Record record -> REQUIRED.get(record.getClass()).stream()
                    .map(each -> lacking(each, value(each, record), path)).flatMap(Optional::stream).findFirst();
            case Collection<?> all -> all.stream().map(each -> lacking(each, path)).flatMap(Optional::stream)
                    .findFirst();
            case Map<?, ?> map -> map.values().stream().map(each -> lacking(each, path)).flatMap(Optional::stream)
                    .findFirst();
            default -> Optional.empty();
        };
    }

    private static Optional<String> lacking(RecordComponent component, @Nullable Object value, String path) {
        return value == null && component.getAnnotatedType().isAnnotationPresent(Nullable.class) ? Optional.empty()
                : lacking(value, path.isEmpty() ? component.getName() : path + "." + component.getName());
    }

    private static @Nullable Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getClass().getName(), e);
        }
    }
}
