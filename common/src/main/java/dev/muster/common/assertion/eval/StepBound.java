package dev.muster.common.assertion.eval;

import module java.base;
import com.jayway.jsonpath.spi.json.Jackson3JsonNodeJsonProvider;
import dev.muster.common.json.Json;

/**
 * Jackson's tree for json-path, with a step limit: paths such as {@code $..a..a..a} visit the same value again for each
 * of its ancestors, so visits are counted.
 */
final class StepBound extends Jackson3JsonNodeJsonProvider {

    private final PathSteps steps;

    StepBound(PathSteps steps) {
        super(Json.MAPPER);
        this.steps = steps;
    }

    private void step() {
        if (!steps.take()) {
            throw new TooCostly("but the path took more than " + DocumentPath.MOST_STEPS
                    + " steps in this reply, which is the limit; use a path with fewer ..");
        }
    }

    /** A missing index must throw, not return null: json-path relies on the exception. */
    @Override
    public Object getArrayIndex(Object array, int index) {
        step();
        if (index < 0 || index >= length(array)) {
            throw new IndexOutOfBoundsException(index);
        }
        return super.getArrayIndex(array, index);
    }

    @Override
    public Object getMapValue(Object object, String key) {
        step();
        return super.getMapValue(object, key);
    }

    @Override
    public Collection<String> getPropertyKeys(Object object) {
        step();
        return super.getPropertyKeys(object);
    }

    @Override
    public Iterable<?> toIterable(Object array) {
        step();
        return super.toIterable(array);
    }

    @Override
    public boolean isMap(Object value) {
        step();
        return super.isMap(value);
    }
}
