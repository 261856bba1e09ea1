package dev.muster.common.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.module.SimpleModule;

/**
 * Creates records by reflection. Jackson 3 calls a constructor of several arguments through {@code
 * MethodHandle.invokeWithArguments}, which costs ten times as much (docs/benchmarks.md). A missing list or map becomes
 * an empty one: {@link Json} omits those.
 */
final class RecordCreation extends SimpleModule {

    @Override
    public void setupModule(SetupContext context) {
        context.addValueInstantiators(new Instantiators());
    }

    private static @Nullable Object emptyOf(Class<?> type) {
        if (type == List.class) {
            return List.of();
        }
        return type == Map.class ? Map.of() : null;
    }

    /** Returns the value of a missing component. */
    static @Nullable Object absent(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : emptyOf(type);
    }

    static Constructor<?> constructor(Class<?> type) {
        try {
            var constructor = type.getDeclaredConstructor(
                    Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class[]::new));
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName(), e);
        }
    }

    /** @param whole the type named in the error message */
    static Object make(Constructor<?> constructor, @Nullable Object[] arguments, Class<?> whole,
            DeserializationContext context) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw context.instantiationException(whole, e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw context.instantiationException(whole, e);
        }
    }

    private static final class Instantiators extends ValueInstantiators.Base {

        @Override
        public ValueInstantiator modifyValueInstantiator(DeserializationConfig config,
                BeanDescription.Supplier described, ValueInstantiator usual) {
            return usual instanceof StdValueInstantiator standard && standard.getWithArgsCreator() != null
                    && standard.getWithArgsCreator().getAnnotated() instanceof Constructor<?> constructor
                    && constructor.getDeclaringClass().isRecord() ? new OfRecord(standard, constructor) : usual;
        }
    }

    private static final class OfRecord extends StdValueInstantiator {

        private final transient Constructor<?> constructor;
        private final transient @Nullable Object[] empty;

        OfRecord(StdValueInstantiator usual, Constructor<?> constructor) {
            super(usual);
            this.constructor = constructor;
            this.empty = Arrays.stream(constructor.getParameterTypes()).map(RecordCreation::emptyOf).toArray();
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, Object[] arguments) {
            for (int i = 0; i < empty.length; i++) {
                if (arguments[i] == null && empty[i] != null) {
                    arguments[i] = empty[i];
                }
            }
            return make(constructor, arguments, getValueClass(), context);
        }
    }
}
