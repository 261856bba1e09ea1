package dev.muster.common.message;

import module java.base;
import dev.muster.common.time.Durations;

/**
 * What cases of a run wait for: an agent's answer, the next try, a turn.
 *
 * @param what the beginning of a sentence
 * @param trouble whether an agent can't be reached or is busy; otherwise it only takes its time
 * @param next what happens when the time is up: {@code connection retry 2 of 3}, {@code timeout}
 * @param sinceMs how long the first of the cases has waited
 * @param leftMs time until the first of them goes on
 */
public record Wait(String run, String what, boolean trouble, String next, int cases, long sinceMs, long leftMs) {

    private static final int LONGEST = 300;

    public Wait {
        what = what.length() <= LONGEST ? what : what.substring(0, LONGEST - 1) + "…";
    }

    /** Merges what several cases wait for; trouble first, then what lasts longest. */
    public static List<Wait> merged(Stream<Wait> all, int most) {
        return all.collect(Collectors.toMap(each -> List.of(each.run, each.what), each -> each, Wait::and)).values()
                .stream()
                .sorted(Comparator.comparing((Wait each) -> !each.trouble).thenComparingLong(each -> -each.sinceMs)
                        .thenComparing(Wait::what))
                .limit(most).toList();
    }

    private Wait and(Wait other) {
        return new Wait(run, what, trouble, leftMs <= other.leftMs ? next : other.next, cases + other.cases,
                Math.max(sinceMs, other.sinceMs), Math.min(leftMs, other.leftMs));
    }

    /** Returns {@code agent unreachable: connection refused, connection retry 2 of 4 in 3s (2 cases)}. */
    public String text() {
        return what + end();
    }

    /** Returns how long it has lasted, and what comes next. */
    public String end() {
        return next.isEmpty() ? "" : (trouble ? "" : " for " + seconds(sinceMs)) + ", " + next + " in "
                + seconds(leftMs) + (cases == 1 ? "" : " (" + cases + " cases)");
    }

    private static String seconds(long ms) {
        return Durations.text(Duration.ofSeconds((ms + 999) / 1000));
    }
}
