package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.assertion.eval.SqlStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Binds values to the parameters of a statement, {@code @name}. The values are names, each followed by its value;
 * records, whose components have their names, as have those of records in them; and lists of records, which are one
 * array for each component.
 */
final class NamedValues {

    private static final Map<String, SqlStatement> PARSED = new ConcurrentHashMap<>();
    /** Element types of arrays; others are texts. */
    private static final Map<Class<?>, String> TYPES = Map.of(int.class, "int4", Integer.class, "int4", boolean.class,
            "bool", long.class, "int8", Long.class, "int8",
            Double.class, "float8", BigDecimal.class, "numeric", Instant.class, "timestamptz");

    private static final ClassValue<Map<String, Part>> PARTS = new ClassValue<>() {
        @Override
        protected Map<String, Part> computeValue(Class<?> type) {
            var parts = new LinkedHashMap<String, Part>();
            for (var component : type.getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                parts.put(component.getName(), new Part(component.getType(), List.of(component.getAccessor())));
            }
            List.copyOf(parts.values()).stream().filter(outer -> outer.type.isRecord()).forEach(
                    outer -> get(outer.type).forEach((name, inner) -> parts.putIfAbsent(name, outer.then(inner))));
            return parts;
        }
    };

    static SqlStatement parsed(String sql) {
        return PARSED.computeIfAbsent(sql, SqlStatement::own);
    }

    static void bind(PreparedStatement statement, List<String> names, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < names.size(); i++) {
            statement.setObject(i + 1, value(statement, names.get(i), values));
        }
    }

    private static @Nullable Object value(PreparedStatement statement, String name, @Nullable Object... values)
            throws SQLException {
        for (var rest = Arrays.asList(values).iterator(); rest.hasNext();) {
            var next = Objects.requireNonNull(rest.next());
            if (next instanceof String key) {
                var value = rest.next();
                if (key.equals(name)) {
                    return sql(value);
                }
            } else {
                var rows = next instanceof List<?> all ? all : List.of(next);
                var part = PARTS.get(rows.getFirst().getClass()).get(name);
                if (part != null) {
                    return next instanceof Record ? part.of(next) : statement.getConnection()
                            .createArrayOf(TYPES.getOrDefault(part.type, "text"),
                                    rows.stream().map(part::of).toArray());
                }
            }
        }
        throw new IllegalArgumentException("no value for @" + name);
    }

    private static @Nullable Object sql(@Nullable Object value) {
        return switch (value) {
            case Instant instant -> Timestamp.from(instant);
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
            case null, default -> value;
        };
    }

    /** A component of a record, or of a record in it. */
    private record Part(Class<?> type, List<Method> way) {

        Part then(Part inner) {
            return new Part(inner.type, Stream.concat(way.stream(), inner.way.stream()).toList());
        }

        @Nullable
        Object of(@Nullable Object record) {
            var value = record;
            try {
                for (var step : way) {
                    value = value == null ? null : step.invoke(value);
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            return sql(value);
        }
    }
}
