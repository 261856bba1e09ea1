package dev.muster.deploy.fleet;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;

/** Tests a fleet's promises in one process. */
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
