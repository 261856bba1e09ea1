package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.memory.MemoryChannel;

/** Tests a fleet's promises in one process. */
final class MemoryFleetIT extends FleetContract {

    @Override
    Channel open(String fleet, int inboxes) {
        var channel = new MemoryChannel(InstantSource.system(), inboxes);
        // Keeps reports that a leader read but did not judge before it ended, as a broker does; else the channel, which
        // is made for one leader, drops what all have read, and the next one would have those cases run again.
        var _ = channel.feed(Topic.RESULTS, new From.Beginning());
        return channel;
    }

    @Override
    boolean keepsInboxes() {
        return false;
    }
}
