package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The protocols that agents speak, by the names of the configuration. */
public enum Protocol {
    AG_UI("ag-ui"),
    OPENAI("openai"),
    ANTHROPIC("anthropic"),
    YAO("yao"),
    A2A("a2a"),
    MCP("mcp"),
    HTTP("http"),
    COMMAND("command"),
    SCRIPT("script");

    private final String wire;

    Protocol(String wire) {
        this.wire = wire;
    }

    @JsonValue
    public String wire() {
        return wire;
    }

    /** Whether a connector may have its URL and its model. */
    public boolean takesConnector() {
        return this == OPENAI || this == ANTHROPIC;
    }

    @JsonCreator
    public static Protocol of(String wire) {
        return Arrays.stream(values()).filter(protocol -> protocol.wire.equals(wire)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("'" + wire + "' is not a protocol; write " + written()));
    }

    /** Returns the names of all, for a message. */
    public static String written() {
        var names = Stream.of(values()).map(Protocol::wire).toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }
}
