package dev.muster.system.fire;

import module java.base;
import dev.muster.system.fire.Stored.Result;

/**
 * How soon work continued after a fault.
 *
 * @param held cases in flight on a worker then
 * @param after from the blow: until the first of these was called again; where all stood still, until the first verdict
 *        was stored that a worker reached after the blow; empty when there was nothing to recover
 * @param limit longest allowed time
 */
record Recovery(Blow blow, int held, Optional<Duration> after, Duration limit) {

    /** @param patience factor on the limit: a busy machine is slower */
    static List<Recovery> of(Reckoning reckoning, int patience) {
        return reckoning.blows().stream().map(blow -> of(reckoning, blow, patience)).toList();
    }

    boolean isInTime() {
        return after.isEmpty() || after.get().compareTo(limit) <= 0;
    }

    private static Recovery of(Reckoning reckoning, Blow blow, int patience) {
        var held = reckoning.heldBy(blow);
        var after = after(reckoning, blow, held).map(blow::after);
        var limit = blow.recovery().plus(others(reckoning, blow)).multipliedBy(patience);
        return new Recovery(blow, held.size(), after, limit);
    }

    private static Optional<Instant> after(Reckoning reckoning, Blow blow, Set<Integer> held) {
        if (blow.kind().stopsAll()) {
            return reckoning.stored().results().stream().filter(result -> result.finished().isAfter(blow.at()))
                    .map(Result::at).min(Instant::compareTo);
        }
        return held.stream().flatMap(number -> reckoning.calls().of(number).stream().skip(1))
                .filter(at -> at.isAfter(blow.at())).min(Instant::compareTo);
    }

    /** While everything stands still nobody is missed: the time until another fault is over is added. */
    private static Duration others(Reckoning reckoning, Blow blow) {
        return reckoning.blows().stream()
                .filter(other -> !other.equals(blow) && other.kind().stopsAll() && overlap(blow, other))
                .map(Blow::recovery).reduce(Duration.ZERO, Duration::plus);
    }

    private static boolean overlap(Blow blow, Blow other) {
        return other.at().isBefore(blow.at().plus(blow.recovery()))
                && blow.at().isBefore(other.back().plus(Duration.ofSeconds(5)));
    }
}
