package dev.muster.deploy.fire;

import dev.muster.deploy.fire.Stored.Attempt;
import dev.muster.deploy.fire.Stored.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How soon work went on after a blow.
 *
 * @param lost cases that a worker held then
 * @param after from the blow: until the first of these was called again; without these, until the next verdict; empty
 *        when there was nothing to recover
 * @param limit that it may take
 */
record Recovery(Blow blow, int lost, Optional<Duration> after, Duration limit) {

    static List<Recovery> of(Reckoning reckoning) {
        return reckoning.blows().stream().map(blow -> of(reckoning, blow)).toList();
    }

    boolean isInTime() {
        return after.isEmpty() || after.get().compareTo(limit) <= 0;
    }

    private static Recovery of(Reckoning reckoning, Blow blow) {
        var lost = reckoning.lostBy(blow);
        var after = after(reckoning, blow, lost).map(blow::after);
        return new Recovery(blow, lost.size(), after, blow.recovery().plus(others(reckoning, blow)));
    }

    private static Optional<Instant> after(Reckoning reckoning, Blow blow, List<Attempt> lost) {
        if (blow.kind().stopsAll()) {
            return reckoning.stored().results().stream().map(Result::at).filter(at -> at.isAfter(blow.back()))
                    .min(Instant::compareTo);
        }
        return lost.stream().flatMap(attempt -> reckoning.calls().of(attempt.number()).stream().skip(1))
                .filter(at -> at.isAfter(blow.at())).min(Instant::compareTo);
    }

    /** While all stands still nobody is missed: what another blow takes until it is over comes on top. */
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
