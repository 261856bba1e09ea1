package dev.muster.worker;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.worker.inflight.Lease;

/**
 * Whether the result of an attempt may be reported after the lease was broken. A process that did not run could not
 * trust its clocks. One that was cut off may have lost its agent too: then a missing answer is no verdict, but a
 * received one is.
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
