package dev.muster.deploy.embedded;

import kafka.server.FaultHandlerFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a fatal fault and lets the exception propagate; Kafka's own handler ends the process silently. */
final class BrokerFaults implements FaultHandlerFactory {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerFaults.class);

    @Override
    public FaultHandler build(String name, boolean fatal, Runnable action) {
        return (message, cause) -> {
            if (fatal) {
                LOG.error("The embedded broker failed in {}: {}", name, message, cause);
            } else {
                LOG.warn("The embedded broker met a fault in {}: {}", name, message, cause);
            }
            action.run();
            return new IllegalStateException(name + ": " + message, cause);
        };
    }
}
