package dev.muster.common.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What every worker reads, compacted by key. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = ControlMessage.Leadership.class, name = "leadership"),
    @JsonSubTypes.Type(value = ControlMessage.InboxLease.class, name = "inbox"),
    @JsonSubTypes.Type(value = ControlMessage.Fenced.class, name = "fenced"),
    @JsonSubTypes.Type(value = ControlMessage.Full.class, name = "full"),
    @JsonSubTypes.Type(value = ControlMessage.Rates.class, name = "rates")})
public sealed interface ControlMessage {

    String fleet();

    long epoch();

    /** Key under which compaction keeps the newest. Contains the epoch. */
    String key();

    /** A coordinator leads from here on; orders of older epochs are void. */
    record Leadership(String fleet, long epoch) implements ControlMessage {
        @Override
        public String key() {
            return epoch + "/leadership";
        }
    }

    /** This incarnation reads that partition of {@code cases} from that offset on. */
    record InboxLease(String fleet, long epoch, String incarnation, int partition, long offset)
            implements
                ControlMessage {
        @Override
        public String key() {
            return epoch + "/inbox/" + incarnation;
        }
    }

    /** This incarnation was given up: nothing it reports counts any more. */
    record Fenced(String fleet, long epoch, String incarnation) implements ControlMessage {
        @Override
        public String key() {
            return epoch + "/fenced/" + incarnation;
        }
    }

    /** This incarnation waits: so many inboxes are there, and each has its owner. */
    record Full(String fleet, long epoch, String incarnation, int inboxes) implements ControlMessage {
        @Override
        public String key() {
            return epoch + "/full/" + incarnation;
        }
    }

    /** How fast each worker may call which agent; one that is not named may be called as fast as its own limit says. */
    record Rates(String fleet, long epoch, List<Rate> agents) implements ControlMessage {
        public Rates {
            agents = List.copyOf(Objects.requireNonNullElse(agents, List.of()));
        }

        @Override
        public String key() {
            return epoch + "/rates";
        }
    }

    /**
     * How fast one agent may be called.
     *
     * @param address as in {@link Target#address}
     * @param pauseMs how long nobody calls it, from when this is heard
     * @param shares calls a second by incarnation; one that is not named may begin none
     */
    record Rate(String address, long pauseMs, Map<String, Double> shares) {
        public Rate {
            shares = Map.copyOf(Objects.requireNonNullElse(shares, Map.of()));
        }

        /** Of one incarnation. */
        public double share(String incarnation) {
            return shares.getOrDefault(incarnation, 0.0);
        }
    }
}
