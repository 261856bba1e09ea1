package dev.muster.coordinator.lead;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which workers fell silent within the same few seconds, on the fleet's clock. Used by the lead's thread only. */
final class Silences {

    private static final Duration TOGETHER = Duration.ofSeconds(5);
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    private final List<Duration> lost = new ArrayList<>();

    /** Whether a member that is given up now fell silent together with another one. */
    boolean together(Member member, Collection<Member> all, Duration now) {
        var since = now.minus(member.silence(now));
        lost.removeIf(earlier -> since.minus(earlier).compareTo(FORGOTTEN) > 0);
        boolean together = lost.stream().anyMatch(earlier -> near(earlier, since))
                || all.stream().filter(other -> other != member && other.state() != Member.State.GONE)
                        .filter(other -> other.silence(now).compareTo(TOGETHER) >= 0)
                        .anyMatch(other -> near(now.minus(other.silence(now)), since));
        lost.add(since);
        return together;
    }

    private static boolean near(Duration one, Duration other) {
        return one.minus(other).abs().compareTo(TOGETHER) <= 0;
    }
}
