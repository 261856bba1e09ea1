package dev.muster.deploy.fleet;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;
import java.time.InstantSource;

/** A fleet in one process keeps its promises. */
final class MemoryFleetIT extends FleetContract {

    @Override
    Channel open(String fleet, int inboxes) {
        return new MemoryChannel(InstantSource.system(), inboxes);
    }

    @Override
    boolean keepsInboxes() {
        return false;
    }
}
