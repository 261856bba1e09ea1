package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Changes every text in a tree of records: in components, lists, maps and JSON, including components added later. Drops
 * what JSON omits.
 *
 * @param exempt components to leave unchanged, as {@code Record.component}
 */
public record RecordTexts(UnaryOperator<String> change, Set<String> exempt) {

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private record Part(String name, Method accessor, boolean inJson) {}

    private record Shape(Constructor<?> constructor, List<Part> parts) {

        static Shape of(Class<?> type) {
            return new Shape(RecordCreation.constructor(type),
                    Arrays.stream(type.getRecordComponents()).map(each -> part(type, each)).toList());
        }

        private static Part part(Class<?> type, RecordComponent component) {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return new Part(type.getSimpleName() + "." + component.getName(), accessor,
                    !accessor.isAnnotationPresent(JsonIgnore.class));
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
            case List<?> list -> list.stream().map(this::any).toList();
            case Map<?, ?> map -> map(map);
            case JsonNode node -> node(node);
            default -> value;
        };
    }

    private Object record(Record record) {
        var shape = SHAPES.get(record.getClass());
        var arguments = new @Nullable Object[shape.parts().size()];
        try {
            for (int i = 0; i < arguments.length; i++) {
                var part = shape.parts().get(i);
                var value = part.inJson() ? part.accessor().invoke(record) : null;
                arguments[i] = exempt.contains(part.name()) ? value : any(value);
            }
            return shape.constructor().newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.getClass().getName(), e);
        }
    }

    private Map<?, ?> map(Map<?, ?> map) {
        var changed = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, value) -> changed.put(any(key), any(value)));
        return changed;
    }

    private JsonNode node(JsonNode node) {
        return switch (node) {
            case StringNode string -> StringNode.valueOf(change.apply(string.stringValue()));
            case ObjectNode object -> {
                var changed = Json.MAPPER.createObjectNode();
                object.properties().forEach(each -> changed.set(change.apply(each.getKey()), node(each.getValue())));
                yield changed;
            }
            case ArrayNode array -> {
                var changed = Json.MAPPER.createArrayNode();
                array.forEach(each -> changed.add(node(each)));
                yield changed;
            }
            default -> node;
        };
    }
}
