package dev.muster.system;

import dev.muster.cli.embedded.EmbeddedBroker;

/** One broker for all tests of this process; fleet names keep their data apart. */
public final class SharedBroker {

    private static final EmbeddedBroker BROKER = EmbeddedBroker.start(UntilExit.folder(), 0, null);

    static {
        UntilExit.close(BROKER);
    }

    private SharedBroker() {}

    public static String address() {
        return BROKER.address();
    }
}
