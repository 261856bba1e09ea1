package dev.muster.worker;

import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.ControlMessage.InboxLease;
import org.jspecify.annotations.Nullable;

/**
 * What an incarnation knows of its place in the fleet, from {@code control} alone: who leads, which inbox is its own,
 * and whether it was given up. It keeps its inbox, and what it holds, when another coordinator takes the lead; that
 * one is told by a hello, and answers with a lease of its own epoch.
 */
public final class MembershipView {

    private final String incarnation;
    private long epoch;
    private @Nullable InboxLease lease;
    private boolean fenced;

    public MembershipView(String incarnation) {
        this.incarnation = incarnation;
    }

    /** Takes the next record of {@code control}; they come in their order. */
    public void hear(ControlMessage message) {
        switch (message) {
            case ControlMessage.Leadership leads -> epoch = Math.max(epoch, leads.epoch());
            case InboxLease offered -> {
                if (offered.incarnation().equals(incarnation) && offered.epoch() == epoch) {
                    lease = offered;
                }
            }
            case ControlMessage.Fenced fence -> fenced |= fence.incarnation().equals(incarnation);
            case ControlMessage.Rates _,ControlMessage.Full _ -> {
                // neither changes who is in the fleet
            }
        }
    }

    /** The newest leader's; 0 when nobody led this fleet yet. */
    public long epoch() {
        return epoch;
    }

    /** The inbox to read; null before the first lease. */
    public @Nullable InboxLease lease() {
        return lease;
    }

    /** Whether the leader does not know yet that this incarnation is there. */
    public boolean unknown() {
        return epoch > 0 && (lease == null || lease.epoch() < epoch);
    }

    /** Whether it was given up: nothing that it reports counts any more. */
    public boolean fenced() {
        return fenced;
    }
}
