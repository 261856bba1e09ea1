package dev.muster.common.channel;

/** Thrown for a record that no carrier accepts: retrying is useless, but a shorter one may be sent. */
public final class RecordTooLarge extends ChannelException {

    public RecordTooLarge(Topic topic, int bytes) {
        super("a record of " + bytes + " bytes is larger than the " + Channel.MAX_RECORD + " that " + topic
                + " takes");
    }
}
