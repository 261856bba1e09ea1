package dev.muster.common.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;

final class FlatRecordReader extends StdDeserializer<Object> {

    private final Class<?> type;
    private final Map<String, Slot> byName = new HashMap<>();
    private final Part whole;
    private @Nullable Object[] absent = {};

    private record Slot(int at, ValueDeserializer<?> reader) {}

    /** A record, made of values by their slots and of groups. */
    private record Part(Constructor<?> constructor, List<Object> parts) {

        Object make(@Nullable Object[] values, Class<?> whole, DeserializationContext context) {
            var arguments = new @Nullable Object[parts.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = parts.get(i) instanceof Part part ? part.make(values, whole, context)
                        : values[(Integer) parts.get(i)];
            }
            return RecordCreation.make(constructor, arguments, whole, context);
        }
    }

    FlatRecordReader(Class<?> type) {
        super(type);
        this.type = type;
        this.whole = part(type, new ArrayList<>());
    }

    private static Part part(Class<?> type, List<RecordComponent> slots) {
        var parts = new ArrayList<>();
        for (var component : type.getRecordComponents()) {
            if (FlatRecords.isGroup(component.getType())) {
                parts.add(part(component.getType(), slots));
            } else {
                parts.add(slots.size());
                slots.add(component);
            }
        }
        return new Part(RecordCreation.constructor(type), parts);
    }

    @Override
    public void resolve(DeserializationContext context) {
        var slots = new ArrayList<RecordComponent>();
        part(type, slots);
        absent = slots.stream().map(each -> RecordCreation.absent(each.getType())).toArray();
        for (int i = 0; i < slots.size(); i++) {
            var value = context.getTypeFactory().constructType(slots.get(i).getGenericType());
            byName.put(PropertyNamingStrategies.SNAKE_CASE.nameForField(context.getConfig(), null,
                    slots.get(i).getName()),
                    new Slot(i, context.findRootValueDeserializer(value)));
        }
    }

    @Override
    public @Nullable Object deserialize(JsonParser from, DeserializationContext context) {
        if (from.currentToken() == JsonToken.START_OBJECT) {
            from.nextToken();
        } else if (from.currentToken() != JsonToken.PROPERTY_NAME && from.currentToken() != JsonToken.END_OBJECT) {
            return context.handleUnexpectedToken(type, from);
        }
        var values = absent.clone();
        for (; from.currentToken() == JsonToken.PROPERTY_NAME; from.nextToken()) {
            var slot = byName.get(from.currentName());
            from.nextToken();
            if (slot == null) {
                from.skipChildren();
            } else {
                read(slot, values, from, context);
            }
        }
        return whole.make(values, type, context);
    }

    private void read(Slot slot, @Nullable Object[] values, JsonParser from, DeserializationContext context) {
        var name = from.currentName();
        try {
            var value = from.currentToken() == JsonToken.VALUE_NULL ? slot.reader().getNullValue(context)
                    : slot.reader().deserialize(from, context);
            values[slot.at()] = value == null ? absent[slot.at()] : value;
        } catch (JacksonException e) {
            throw DatabindException.wrapWithPath(context, e, new JacksonException.Reference(type, name));
        }
    }
}
