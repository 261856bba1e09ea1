package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The protocols that agents speak, by the names of the configuration. */
public enum Protocol {
    AG_UI("ag-ui", true),
    OPENAI("openai", true),
    ANTHROPIC("anthropic", true),
    YAO("yao", false),
    A2A("a2a", true),
    MCP("mcp", true),
    HTTP("http", true),
    COMMAND("command", true),
    SCRIPT("script", true);

    private final String wire;
    private final boolean reportsToolResults;

    Protocol(String wire, boolean reportsToolResults) {
        this.wire = wire;
        this.reportsToolResults = reportsToolResults;
    }

    @JsonValue
    public String wire() {
        return wire;
    }

    /**
     * Whether tool results are visible: on the stream, or because the caller answers the calls itself. Yao runs the tools
     * and does not show their results.
     */
    public boolean reportsToolResults() {
        return reportsToolResults;
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
