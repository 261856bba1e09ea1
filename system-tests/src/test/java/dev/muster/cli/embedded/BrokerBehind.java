package dev.muster.cli.embedded;

import module java.base;
import org.apache.kafka.common.utils.Time;

/** Runs {@code muster broker} with a clock that is behind. */
public final class BrokerBehind {

    private BrokerBehind() {}

    /**
     * Runs until it is killed, or its standard input is closed.
     *
     * @param arguments the data folder, the port, by how many seconds the clock is behind, and the fleet
     */
    public static void main(String[] arguments) throws IOException {
        var clock = new Behind(Duration.ofSeconds(Long.parseLong(arguments[2])).toMillis());
        try (var broker = EmbeddedBroker.startLocked(Path.of(arguments[0]), Integer.parseInt(arguments[1]), null,
                arguments[3], clock)) {
            System.out.println(broker.address());
            System.in.read();
        }
    }

    /** Only the time of day is behind; durations are right. */
    private record Behind(long ms) implements Time {

        @Override
        public long milliseconds() {
            return SYSTEM.milliseconds() - ms;
        }

        @Override
        public long nanoseconds() {
            return SYSTEM.nanoseconds();
        }

        @Override
        public void sleep(long length) {
            SYSTEM.sleep(length);
        }

        @Override
        public void waitObject(Object on, Supplier<Boolean> until, long deadline) throws InterruptedException {
            SYSTEM.waitObject(on, until, deadline > Long.MAX_VALUE - ms ? deadline : deadline + ms);
        }
    }
}
