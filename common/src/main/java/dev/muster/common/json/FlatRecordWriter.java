package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.std.StdSerializer;

final class FlatRecordWriter extends StdSerializer<Object> {

    private final ValueSerializer<?> usual;
    private final List<String> order;
    private List<Member> members = List.of();

    /** @param group the group that contains it; null for the record itself */
    private record Member(@Nullable BeanPropertyWriter group, PropertyWriter writer) {

        void write(Object value, JsonGenerator to, SerializationContext context) throws Exception {
            writer.serializeAsProperty(group == null ? value : group.get(value), to, context);
        }
    }

    FlatRecordWriter(Class<?> type, ValueSerializer<?> usual) {
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
            if (writer instanceof BeanPropertyWriter group && FlatRecords.isGroup(group.getType().getRawClass())) {
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
