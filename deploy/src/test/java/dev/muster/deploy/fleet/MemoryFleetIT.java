package dev.muster.deploy.fleet;

import java.time.InstantSource;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;

/** A fleet in one process keeps its promises. */
final class MemoryFleetIT extends FleetContract {

    @Override
    Channel open(String fleet) {
        return new MemoryChannel(InstantSource.system());
    }
}
