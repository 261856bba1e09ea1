package dev.muster.coordinator.report;

import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.figures.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ids of the cases to look at, by cause, and a limited number of them: a run may have a million. */
final class UnwellIds {

    /** For each cause. */
    static final int MOST = 30;

    private final Map<Cause, List<String>> ids = new TreeMap<>();
    private final Map<Cause, Integer> counts = new TreeMap<>();

    static boolean isUnwell(Status status) {
        return switch (status) {
            case FAILED, ERROR, FLAKY -> true;
            case PASSED, SKIPPED, CANCELLED -> false;
        };
    }

    void add(CaseResult result) {
        if (!isUnwell(result.status())) {
            return;
        }
        counts.merge(result.cause(), 1, Integer::sum);
        var some = ids.computeIfAbsent(result.cause(), cause -> new ArrayList<>());
        if (some.size() < MOST) {
            some.add(Printable.line(result.id()));
        }
    }

    /** Many at once; the first of them have their ids told. */
    void add(Count count, List<String> first) {
        if (isUnwell(count.status())) {
            counts.merge(count.cause(), Math.toIntExact(count.results()), Integer::sum);
            ids.computeIfAbsent(count.cause(), cause -> first.stream().limit(MOST).map(Printable::line).toList());
        }
    }

    List<String> lines(int width) {
        var lines = new ArrayList<String>();
        lines.add("  Not passed:");
        ids.forEach((cause, some) -> lines.addAll(group(cause, some, width)));
        return lines;
    }

    private List<String> group(Cause cause, List<String> some, int width) {
        int count = counts.getOrDefault(cause, 0);
        var more = count > some.size() ? ", and " + (count - some.size()) + " more" : "";
        var text = cause.wire().replace('_', ' ') + " (" + count + "): " + String.join(", ", some) + more;
        return Columns.wrap(text, width - 4).stream().map(line -> "    " + line).toList();
    }
}
