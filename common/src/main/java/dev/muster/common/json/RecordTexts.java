package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Changes the texts in a tree of records: in components, lists, maps and JSON, including components added later. Drops
 * what JSON omits. What has nothing to change stays the same object: most cases have nothing, and each has a hundred
 * records.
 */
public final class RecordTexts {

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private final UnaryOperator<String> change;
    private final UnaryOperator<String> changeKey;
    private final Predicate<Part> exempt;

    private RecordTexts(UnaryOperator<String> change, UnaryOperator<String> changeKey, Predicate<Part> exempt) {
        this.change = change;
        this.changeKey = changeKey;
        this.exempt = exempt;
    }

    /**
     * Changes every text, keys included.
     *
     * @param exempt components to leave unchanged, as {@code Record.component}
     */
    public RecordTexts(UnaryOperator<String> change, Set<String> exempt) {
        this(change, change, part -> exempt.contains(part.name()));
    }

    /** Changes values only: keys and what is {@link AsWritten} stay. */
    public static RecordTexts values(UnaryOperator<String> change) {
        return new RecordTexts(change, UnaryOperator.identity(), Part::asWritten);
    }

    /**
     * A component of a record.
     *
     * @param textless whether no value of its type has a text; such a component is read only for a changed record
     */
    private record Part(String name, Method accessor, boolean inJson, boolean asWritten, boolean textless) {

        @Nullable
        Object of(Record record) throws ReflectiveOperationException {
            return accessor.invoke(record);
        }
    }

    private record Shape(Constructor<?> constructor, List<Part> parts) {

        static Shape of(Class<?> type) {
            return new Shape(RecordCreation.constructor(type),
                    Arrays.stream(type.getRecordComponents()).map(each -> part(type, each)).toList());
        }

        /** Returns a copy with these values, and those of the record where a component has no text. */
        private Object of(Record record, @Nullable Object[] changed) throws ReflectiveOperationException {
            for (int i = 0; i < changed.length; i++) {
                changed[i] = parts.get(i).textless() ? parts.get(i).of(record) : changed[i];
            }
            return constructor.newInstance(changed);
        }

        private static Part part(Class<?> type, RecordComponent component) {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            boolean inJson = !accessor.isAnnotationPresent(JsonIgnore.class);
            return new Part(type.getSimpleName() + "." + component.getName(), accessor, inJson,
                    component.isAnnotationPresent(AsWritten.class), inJson && isTextless(component.getType()));
        }

        private static boolean isTextless(Class<?> type) {
            return type.isPrimitive() || type.isEnum() || Number.class.isAssignableFrom(type) || type == Boolean.class
                    || Temporal.class.isAssignableFrom(type) || type == Duration.class;
        }
    }

    public <T extends Record> T in(T root) {
        @SuppressWarnings("unchecked") // changing a record returns its own class
        var changed = (T) record(root);
        return changed;
    }

    private @Nullable Object any(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> change.apply(text);
            case Record record -> record(record);
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case JsonNode node -> in(node);
            default -> value;
        };
    }

    private Object record(Record record) {
        var shape = SHAPES.get(record.getClass());
        var arguments = new @Nullable Object[shape.parts().size()];
        boolean same = true;
        try {
            for (int i = 0; i < arguments.length; i++) {
                var part = shape.parts().get(i);
                if (!part.textless()) {
                    var value = part.of(record);
                    arguments[i] = !part.inJson() ? null : exempt.test(part) ? value : any(value);
                    same &= isSame(arguments[i], value);
                }
            }
            return same ? record : shape.of(record, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getClass().getName(), e);
        }
    }

    /** Whether nothing changed; primitives are boxed anew each time. */
    @SuppressWarnings("ReferenceEquality") // what is equal but another object was changed, and is kept
    private static boolean isSame(@Nullable Object changed, @Nullable Object value) {
        return changed == value || changed instanceof Number || changed instanceof Boolean;
    }

    private List<?> list(List<?> list) {
        var changed = new ArrayList<@Nullable Object>(list.size());
        boolean same = true;
        for (var value : list) {
            changed.add(any(value));
            same &= isSame(changed.getLast(), value);
        }
        return same ? list : Collections.unmodifiableList(changed);
    }

    private Map<?, ?> map(Map<?, ?> map) {
        if (map.isEmpty()) {
            return map;
        }
        var changed = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach(
                (key, value) -> changed.put(key instanceof String text ? changeKey.apply(text) : any(key), any(value)));
        return changed;
    }

    public JsonNode in(JsonNode node) {
        return switch (node) {
            case StringNode string -> {
                var changed = change.apply(string.stringValue());
                yield changed.equals(string.stringValue()) ? node : StringNode.valueOf(changed);
            }
            case ObjectNode object -> {
                var changed = Json.MAPPER.createObjectNode();
                boolean same = true;
                for (var each : object.properties()) {
                    var key = changeKey.apply(each.getKey());
                    var value = in(each.getValue());
                    changed.set(key, value);
                    same &= key.equals(each.getKey()) && isSame(value, each.getValue());
                }
                yield same ? node : changed;
            }
            case ArrayNode array -> {
                var changed = Json.MAPPER.createArrayNode();
                boolean same = true;
                for (var each : array) {
                    var value = in(each);
                    changed.add(value);
                    same &= isSame(value, each);
                }
                yield same ? node : changed;
            }
            default -> node;
        };
    }
}
