package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.StoredCase;

/** The cases of a run as rows, its cells as columns, with the outcomes of the repeats. Not thread-safe. */
public final class CaseGrid {

    /** Maximum results of a run to keep. */
    public static final int MOST = 20_000;

    private final Map<Integer, Row> rows = new TreeMap<>();

    /**
     * One case.
     *
     * @param cells outcomes by cell and repeat
     * @param reasons the kinds of reasons of its results
     */
    public record Row(String id, Map<Integer, SortedMap<Integer, Status>> cells, Set<String> reasons) {

        public boolean isPassed() {
            return cells.values().stream().allMatch(each -> each.values().stream().allMatch(Status.PASSED::equals));
        }

        /** Returns the outcomes in a cell, by repeat. */
        public List<Status> of(int cell) {
            return List.copyOf(cells.getOrDefault(cell, Collections.emptySortedMap()).values());
        }
    }

    /** What a result adds to what is known of its case. */
    public enum Novelty {
        /** Its reason, or it is the first one. */
        REASON,
        /** A cell in which the case did not pass; the reason is known from another cell. */
        CELL,
        NOTHING
    }

    /** Adds a result. */
    public Novelty add(StoredCase stored) {
        var verdict = stored.result().verdict();
        var row = rows.computeIfAbsent(stored.ref().number(), _ -> new Row(
                Printable.line(stored.result().identity().id()), new HashMap<>(), new HashSet<>()));
        boolean known = row.of(stored.ref().cell()).stream().anyMatch(status -> status != Status.PASSED);
        row.cells.computeIfAbsent(stored.ref().cell(), _ -> new TreeMap<>()).put(stored.ref().repeat(),
                verdict.status());
        boolean reason = row.reasons.add(verdict.cause() + MessageShape.of(Reasons.first(stored).orElse("")));
        return reason ? Novelty.REASON
                : known || verdict.status() == Status.PASSED ? Novelty.NOTHING : Novelty.CELL;
    }

    /** Returns the rows in the order of the files. */
    public Collection<Row> rows() {
        return Collections.unmodifiableCollection(rows.values());
    }
}
