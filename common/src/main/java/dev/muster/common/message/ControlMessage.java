package dev.muster.common.message;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A message to all workers, compacted by key. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = ControlMessage.Leadership.class, name = "leadership"),
    @JsonSubTypes.Type(value = ControlMessage.InboxLease.class, name = "inbox"),
    @JsonSubTypes.Type(value = ControlMessage.Fenced.class, name = "fenced"),
    @JsonSubTypes.Type(value = ControlMessage.Full.class, name = "full"),
    @JsonSubTypes.Type(value = ControlMessage.Rates.class, name = "rates")})
public sealed interface ControlMessage {

    long epoch();

    /** Returns the key under which compaction keeps the newest. Contains the epoch. */
    default String key() {
        return epoch() + switch (this) {
            case Leadership _ -> "/leadership";
            case InboxLease lease -> "/inbox/" + lease.incarnation();
            case Fenced fenced -> "/fenced/" + fenced.incarnation();
            case Full full -> "/full/" + full.incarnation();
            case Rates _ -> "/rates";
        };
    }

    /** A coordinator leads from now on; orders of older epochs are void. */
    record Leadership(String fleet, long epoch) implements ControlMessage {}

    /** This incarnation reads this partition of {@code cases} from this offset on. */
    record InboxLease(String fleet, long epoch, String incarnation, int partition, long offset)
            implements
                ControlMessage {}

    /** This incarnation is fenced: its reports no longer count. */
    record Fenced(String fleet, long epoch, String incarnation) implements ControlMessage {}

    /** This incarnation must wait: all inboxes have an owner. */
    record Full(String fleet, long epoch, String incarnation, int inboxes) implements ControlMessage {}

    /** The rate limit of each worker for each agent; an unlisted agent has only its own limit. */
    record Rates(String fleet, long epoch, List<Rate> agents) implements ControlMessage {}

    /**
     * The rate limit of one agent.
     *
     * @param address as in {@link Target#address}
     * @param pauseMs how long not to call it, from receipt of this message
     * @param shares calls per second by incarnation; an unlisted one may start none
     */
    record Rate(String address, long pauseMs, Map<String, Double> shares) {
        public double share(String incarnation) {
            return shares.getOrDefault(incarnation, 0.0);
        }
    }
}
