package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;

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
                return hasGroups(described.getBeanClass()) ? new FlatRecordWriter(described.getBeanClass(), usual)
                        : usual;
            }
        });
        context.addDeserializerModifier(new ValueDeserializerModifier() {

            @Override
            public ValueDeserializer<?> modifyDeserializer(DeserializationConfig config,
                    BeanDescription.Supplier described, ValueDeserializer<?> usual) {
                return hasGroups(described.getBeanClass()) ? new FlatRecordReader(described.getBeanClass()) : usual;
            }
        });
    }

    private static boolean hasGroups(Class<?> type) {
        return type.isRecord() && Arrays.stream(type.getRecordComponents()).anyMatch(each -> isGroup(each.getType()));
    }

    static boolean isGroup(Class<?> type) {
        return type.isAnnotationPresent(Flat.class);
    }
}
