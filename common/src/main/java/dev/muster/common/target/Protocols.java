package dev.muster.common.target;

import module java.base;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.config.Protocol;

/** The protocols that a process speaks, over the same connections. */
public final class Protocols {

    private final Map<Protocol, AgentProtocol> all = new EnumMap<>(Protocol.class);

    /** @param make gives each protocol once */
    public Protocols(Function<Protocol, AgentProtocol> make) {
        for (var protocol : Protocol.values()) {
            all.put(protocol, make.apply(protocol));
        }
    }

    public AgentProtocol of(Protocol protocol) {
        return Objects.requireNonNull(all.get(protocol));
    }
}
