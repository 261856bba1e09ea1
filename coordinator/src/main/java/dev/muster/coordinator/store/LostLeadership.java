package dev.muster.coordinator.store;

/** Thrown when another coordinator leads: this one must not write any more. */
public final class LostLeadership extends RuntimeException {

    /** The database is another one than this leader wrote to: it lacks what was stored. */
    private LostLeadership(String message) {
        super(message);
    }

    public static LostLeadership behind(String fleet) {
        return new LostLeadership(
                "the database of fleet '" + fleet + "' doesn't have what this coordinator stored, as after a "
                        + "failover to a replica that was behind; the next coordinator reads it again from Kafka");
    }

    public LostLeadership(String fleet, long epoch) {
        super("another coordinator leads fleet '" + fleet + "' (epoch " + epoch + " is over)");
    }
}
