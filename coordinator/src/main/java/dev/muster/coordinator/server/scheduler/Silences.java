package dev.muster.coordinator.server.scheduler;

import module java.base;

/** Detects workers that fell silent together, on the fleet's clock. Used by the scheduler's thread only. */
final class Silences {

    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    private final Duration together;
    private final List<Duration> lost = new ArrayList<>();

    /** @param lease a case that brings down one worker after another takes at least that long for each */
    Silences(Duration lease) {
        var half = lease.dividedBy(2);
        this.together = half.compareTo(LONGEST) < 0 ? half : LONGEST;
    }

    /** Whether a member that is given up now fell silent together with another. */
    boolean together(Member member, Collection<Member> all, Duration now) {
        var since = now.minus(member.silence(now));
        lost.removeIf(earlier -> since.minus(earlier).compareTo(FORGOTTEN) > 0);
        boolean found = lost.stream().anyMatch(earlier -> near(earlier, since))
                || all.stream().filter(other -> other != member && other.state() != Member.State.GONE)
                        .filter(other -> other.silence(now).compareTo(together) >= 0)
                        .anyMatch(other -> near(now.minus(other.silence(now)), since));
        lost.add(since);
        return found;
    }

    private boolean near(Duration one, Duration other) {
        return one.minus(other).abs().compareTo(together) <= 0;
    }
}
