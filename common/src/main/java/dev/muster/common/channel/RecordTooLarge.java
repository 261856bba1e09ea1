package dev.muster.common.channel;

/** A record that no carrier will ever take: sending it again is of no use, sending a shorter one is. */
public final class RecordTooLarge extends ChannelException {

    private static final long serialVersionUID = 1;

    public RecordTooLarge(Topic topic, int bytes) {
        super("a record of " + bytes + " bytes is larger than the " + Channel.MAX_RECORD + " that " + topic
                + " takes");
    }
}
