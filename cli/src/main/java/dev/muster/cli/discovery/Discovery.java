package dev.muster.cli.discovery;

import module java.base;

/**
 * Finds out how to speak to an address: first by its description of itself, which costs an agent nothing, then by one
 * message. A request that is refused as unknown or as wrong has reached no agent, and may be followed by another.
 */
public final class Discovery {

    /** The message to the agent. */
    public static final String MESSAGE = "Hello, what can you do?";
    /** In the order in which they decide. */
    private static final List<ProtocolProbe> PROBES = List.of(new McpProbe(), new A2aProbe(), new LangGraphProbe(),
            new ModelProbe(), new OpenApiProbe(), new MessageProbe());

    private final Peek peek;
    private final Consumer<String> progress;
    private final Refusals refusals;

    /**
     * @param timeout of the message
     * @param progress receives a line before each step that sends a message, and where an answer does not come at once
     * @throws NotFound for a header that can't be sent
     */
    public Discovery(Map<String, String> headers, Duration timeout, Consumer<String> progress) throws NotFound {
        this.peek = Peek.with(headers, timeout, progress);
        this.progress = progress;
        this.refusals = new Refusals(!headers.isEmpty());
    }

    public FoundAgent at(String url) throws NotFound, InterruptedException {
        var site = new Site(url, Address.of(url), peek, refusals, progress);
        for (var probe : PROBES) {
            var found = probe.probe(site);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalStateException("the last probe finds something, or says why not");
    }
}
