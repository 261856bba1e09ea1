package dev.muster.deploy.channel;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;
import java.time.InstantSource;

/** Tests the contract on the channel in memory. */
final class MemoryChannelTest extends ChannelContract {

    @Override
    Channel open() {
        return new MemoryChannel(InstantSource.system());
    }
}
