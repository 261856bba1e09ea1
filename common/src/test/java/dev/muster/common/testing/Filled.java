package dev.muster.common.testing;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Creates records with every component set, or with as few as they allow. */
public final class Filled {

    private static final int DEEPEST = 16;

    private final String text;
    private final boolean whole;
    private int depth;

    private Filled(String text, boolean whole) {
        this.text = text;
        this.whole = whole;
    }

    /** Returns a record with everything set: every text is this one, and every list has all kinds of its elements. */
    public static <T> T with(String text, Class<T> type) {
        return type.cast(new Filled(text, true).variants(type).getFirst());
    }

    /** Returns a record whose nullable components are null, and whose lists and maps are empty. */
    public static <T> T sparsely(String text, Class<T> type) {
        return type.cast(new Filled(text, false).variants(type).getFirst());
    }

    private List<Object> variants(Type type) {
        return switch (type) {
            case ParameterizedType of when of.getRawType() == List.class ->
                List.of(few() ? List.of() : variants(of.getActualTypeArguments()[0]));
            case ParameterizedType of when of.getRawType() == Map.class -> List.of(few() ? Map.of()
                    : Map.of(variants(of.getActualTypeArguments()[0]).getFirst(),
                            variants(of.getActualTypeArguments()[1]).getFirst()));
            case ParameterizedType of when of.getRawType() == Set.class ->
                List.of(few() ? Set.of() : Set.of(variants(of.getActualTypeArguments()[0]).getFirst()));
            case Class<?> plain when plain.isSealed() ->
                Arrays.stream(plain.getPermittedSubclasses()).flatMap(each -> variants(each).stream()).toList();
            case Class<?> plain when plain.isRecord() -> records(plain);
            case Class<?> plain when plain.isEnum() -> List.of(plain.getEnumConstants()[0]);
            case Class<?> plain -> List.of(simple(plain));
            default -> throw new IllegalArgumentException("nobody knows how to fill " + type);
        };
    }

    private boolean few() {
        return !whole || depth > DEEPEST;
    }

    private Object simple(Class<?> type) {
        var known = new HashMap<Class<?>, Object>(Map.of(String.class, text, boolean.class, true, Boolean.class, true,
                Instant.class, Instant.ofEpochSecond(1, 5_000_000), Duration.class, Duration.ofMillis(1_500),
                BigDecimal.class, new BigDecimal("1.25")));
        known.putAll(Map.of(int.class, 7, Integer.class, 7, long.class, 8L, Long.class, 8L, double.class, 0.5,
                Double.class, 0.5));
        known.put(LocalDate.class, LocalDate.EPOCH);
        known.put(JsonNode.class, Json.MAPPER.createObjectNode().set(text, Json.MAPPER.createArrayNode().add(text)));
        var value = known.get(type);
        if (value == null) {
            throw new IllegalArgumentException("nobody knows how to fill " + type);
        }
        return value;
    }

    /** Returns as many records as the component with the most kinds needs. */
    private List<Object> records(Class<?> type) {
        depth++;
        var components = type.getRecordComponents();
        var choices = Arrays.stream(components).map(this::choices).toList();
        int most = choices.stream().mapToInt(List::size).max().orElse(1);
        var made = new ArrayList<Object>();
        for (int i = 0; i < most; i++) {
            int which = i;
            made.add(make(type, choices.stream().map(each -> each.get(which % each.size())).toArray()));
        }
        depth--;
        return made;
    }

    private List<@Nullable Object> choices(RecordComponent component) {
        return few() && isNullable(component.getAnnotatedType()) ? Arrays.asList((Object) null)
                : new ArrayList<>(variants(component.getGenericType()));
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    private static Object make(Class<?> type, @Nullable Object[] values) {
        try {
            var constructor = type.getDeclaredConstructor(
                    Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("can't make a " + type.getName(), e);
        }
    }
}
