package dev.muster.common.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The protocols that agents speak, by the names of the configuration. */
public enum Protocol {
    AG_UI("ag-ui"),
    OPENAI("openai");

    private final String wire;

    Protocol(String wire) {
        this.wire = wire;
    }

    @JsonValue
    public String wire() {
        return wire;
    }

    /** @throws IllegalArgumentException when there is no such protocol */
    @JsonCreator
    public static Protocol of(String wire) {
        for (var protocol : values()) {
            if (protocol.wire.equals(wire)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("'" + wire + "' is no protocol; write ag-ui or openai");
    }
}
