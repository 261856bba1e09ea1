package dev.muster.common.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What every worker reads, compacted by key. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = ControlMessage.Leadership.class, name = "leadership"),
    @JsonSubTypes.Type(value = ControlMessage.InboxLease.class, name = "inbox"),
    @JsonSubTypes.Type(value = ControlMessage.Fenced.class, name = "fenced")})
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
}
