package dev.muster.common.json;

import module java.base;
import com.fasterxml.jackson.annotation.JsonValue;

/** An enum whose constants are written in lower case. */
public interface Wire {

    String name();

    @JsonValue
    default String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
