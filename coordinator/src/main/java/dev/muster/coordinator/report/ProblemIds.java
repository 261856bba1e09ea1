package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;

/** The ids of cases to look at, by cause; limited in number, as a run may have a million. */
public final class ProblemIds {

    public static final int MOST = 30;

    private final Map<Cause, Map<String, Integer>> ids = new TreeMap<>();
    private final Map<Cause, Integer> counts = new TreeMap<>();

    public static boolean isUnwell(Status status) {
        return switch (status) {
            case FAILED, ERROR, FLAKY -> true;
            case PASSED, SKIPPED, CANCELLED -> false;
        };
    }

    public void add(CaseResult result) {
        if (!isUnwell(result.verdict().status())) {
            return;
        }
        counts.merge(result.verdict().cause(), 1, Integer::sum);
        tell(result.verdict().cause(), result.identity().id(), 1);
    }

    /** Adds many results at once; {@link #tell} adds the ids to show. */
    public void add(Count count) {
        if (isUnwell(count.status())) {
            counts.merge(count.cause(), Math.toIntExact(count.results()), Integer::sum);
        }
    }

    public void tell(Cause cause, String id, int results) {
        var counts = ids.computeIfAbsent(cause, same -> new LinkedHashMap<>());
        var shown = Printable.line(id);
        if (counts.size() < MOST || counts.containsKey(shown)) {
            counts.merge(shown, results, Integer::sum);
        }
    }

    public List<String> lines(int width) {
        var lines = new ArrayList<String>();
        lines.add("  Not passed:");
        ids.forEach((cause, some) -> lines.addAll(group(cause, some, width)));
        return lines;
    }

    private List<String> group(Cause cause, Map<String, Integer> some, int width) {
        int count = counts.getOrDefault(cause, 0);
        int shown = some.values().stream().mapToInt(Integer::intValue).sum();
        var more = count > shown ? ", and " + (count - shown) + " more" : "";
        var each = some.entrySet().stream().map(id -> id.getValue() == 1 ? id.getKey()
                : id.getKey() + " (" + id.getValue() + " times)").collect(Collectors.joining(", "));
        var name = cause == Cause.NONE ? Status.FLAKY.wire() : cause.wire().replace('_', ' ');
        var text = name + " (" + count + "): " + each + more;
        return Columns.wrap(text, width - 4).stream().map(line -> "    " + line).toList();
    }
}
