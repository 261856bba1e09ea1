package dev.muster.coordinator.suite.project;

import dev.muster.common.config.Protocol;

/** What to say of a connector that changes no call. */
final class ConnectorUse {

    private ConnectorUse() {}

    static String unused(String agent, Protocol protocol, String connector) {
        return "agent '" + agent + "' speaks " + protocol.wire() + ", which does not use connectors, so its calls"
                + " with '" + connector + "' are the same as without it; " + (protocol == Protocol.HTTP
                        ? "describe an agent for each url, or send the name: add ${options.connector} to its 'body'"
                        : "describe an agent for each variant");
    }
}
