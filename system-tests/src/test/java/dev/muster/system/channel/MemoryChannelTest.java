package dev.muster.system.channel;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;

/** Tests the contract on the channel in memory. */
final class MemoryChannelTest extends ChannelContract {

    @Override
    Channel open() {
        return new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES);
    }
}
