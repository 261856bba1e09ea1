package dev.muster.coordinator.store;

/** Thrown when another coordinator leads: this one must not write any more. */
public final class LostLeadership extends RuntimeException {

    public LostLeadership(String fleet, long epoch) {
        super("another coordinator leads fleet '" + fleet + "' (epoch " + epoch + " is over)");
    }
}
