package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Maps records with {@link Flat} groups to flat JSON, in the order of their {@link JsonPropertyOrder}; unnamed members
 * come last. {@code @JsonUnwrapped} can't do that: it keeps a group's members together when writing, and buffers the
 * whole object once per group when reading.
 */
final class FlatRecords extends SimpleModule {

    @Override
    public void setupModule(SetupContext context) {
        context.addSerializerModifier(new ValueSerializerModifier() {

            @Override
            public ValueSerializer<?> modifySerializer(SerializationConfig config, BeanDescription.Supplier described,
                    ValueSerializer<?> usual) {
                return hasGroups(described.getBeanClass()) ? new Writer(described.getBeanClass(), usual) : usual;
            }
        });
        context.addDeserializerModifier(new ValueDeserializerModifier() {

            @Override
            public ValueDeserializer<?> modifyDeserializer(DeserializationConfig config,
                    BeanDescription.Supplier described, ValueDeserializer<?> usual) {
                return hasGroups(described.getBeanClass()) ? new Reader(described.getBeanClass()) : usual;
            }
        });
    }

    private static boolean hasGroups(Class<?> type) {
        return type.isRecord() && Arrays.stream(type.getRecordComponents()).anyMatch(each -> isGroup(each.getType()));
    }

    private static boolean isGroup(Class<?> type) {
        return type.isAnnotationPresent(Flat.class);
    }

    private static final class Writer extends StdSerializer<Object> {

        private final ValueSerializer<?> usual;
        private final List<String> order;
        private List<Member> members = List.of();

        /** @param group the group that contains it; null for the record itself */
        private record Member(@Nullable BeanPropertyWriter group, PropertyWriter writer) {

            void write(Object value, JsonGenerator to, SerializationContext context) throws Exception {
                writer.serializeAsProperty(group == null ? value : group.get(value), to, context);
            }
        }

        Writer(Class<?> type, ValueSerializer<?> usual) {
            super(type);
            this.usual = usual;
            var named = type.getAnnotation(JsonPropertyOrder.class);
            this.order = named == null ? List.of() : List.of(named.value());
        }

        @Override
        public void resolve(SerializationContext context) {
            usual.resolve(context);
            var found = new ArrayList<Member>();
            usual.properties().forEachRemaining(writer -> {
                if (writer instanceof BeanPropertyWriter group && isGroup(group.getType().getRawClass())) {
                    context.findValueSerializer(group.getType()).properties()
                            .forEachRemaining(each -> found.add(new Member(group, each)));
                } else {
                    found.add(new Member(null, writer));
                }
            });
            found.sort(Comparator.comparingInt(this::place));
            members = found;
        }

        private int place(Member member) {
            int at = order.indexOf(member.writer().getName());
            return at < 0 ? order.size() : at;
        }

        @Override
        public void serialize(Object value, JsonGenerator to, SerializationContext context) {
            to.writeStartObject(value);
            members(value, to, context);
            to.writeEndObject();
        }

        @Override
        public void serializeWithType(Object value, JsonGenerator to, SerializationContext context,
                TypeSerializer types) {
            var id = types.writeTypePrefix(to, context, types.typeId(value, JsonToken.START_OBJECT));
            members(value, to, context);
            types.writeTypeSuffix(to, context, id);
        }

        private void members(Object value, JsonGenerator to, SerializationContext context) {
            for (var member : members) {
                try {
                    member.write(value, to, context);
                } catch (Exception e) {
                    wrapAndThrow(context, e, value, member.writer().getName());
                }
            }
        }
    }

    private static final class Reader extends StdDeserializer<Object> {

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

        Reader(Class<?> type) {
            super(type);
            this.type = type;
            this.whole = part(type, new ArrayList<>());
        }

        private static Part part(Class<?> type, List<RecordComponent> slots) {
            var parts = new ArrayList<>();
            for (var component : type.getRecordComponents()) {
                if (isGroup(component.getType())) {
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
}
