package dev.muster.worker;

import dev.muster.common.result.Cause;
import dev.muster.worker.inflight.Lease;
import java.util.EnumSet;
import java.util.Set;

/**
 * Whether what an attempt found may be told when the lease was broken meanwhile. A process that did not run saw no
 * clock as it was; one that was cut off may have been cut off from its agent too, so what an agent did not say is no
 * verdict, and what it did say is one.
 */
public final class Blameless {

    private static final Set<Cause> OF_THE_NETWORK = EnumSet.of(Cause.INFRASTRUCTURE, Cause.AGENT_TIMEOUT,
            Cause.TIMEOUT, Cause.SIMULATOR_ERROR, Cause.VALIDATOR_ERROR, Cause.HOOK_ERROR);

    private Blameless() {}

    public static boolean is(Cause found, Lease.Course lease) {
        return switch (lease) {
            case UNBROKEN -> true;
            case CUT_OFF -> !OF_THE_NETWORK.contains(found);
            case FROZEN -> false;
        };
    }
}
