package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.store.Inheritance.EarlierAttempts;

/**
 * Expands the cases of a run from a page into the ledger: case after case, each in cell after cell and repeat after
 * repeat, never more at once than requested. So the number of ready cases does not grow with the matrix.
 */
final class MatrixExpansion {

    private final String run;
    private final Matrix matrix;
    private final SimulatorSeed seed;
    private final Function<CaseRef, EarlierAttempts> past;
    private final Deque<NumberedCase> loaded = new ArrayDeque<>();
    private final RepeatSequence rows = new RepeatSequence();
    private int place;

    /** @param past returns what happened to a case under earlier coordinators */
    MatrixExpansion(String run, Matrix matrix, SimulatorSeed seed, Function<CaseRef, EarlierAttempts> past) {
        this.run = run;
        this.matrix = matrix;
        this.seed = seed;
        this.past = past;
    }

    void add(List<NumberedCase> page) {
        loaded.addAll(page);
    }

    boolean isEmpty() {
        return loaded.isEmpty();
    }

    void clear() {
        loaded.clear();
    }

    List<Pending> next(int atMost) {
        var next = new ArrayList<Pending>(Math.min(atMost, loaded.size()));
        while (next.size() < atMost && !loaded.isEmpty()) {
            var first = loaded.getFirst();
            place = first.places().next(place);
            if (place == OpenPlaces.NONE) {
                loaded.removeFirst();
                place = 0;
            } else if (matrix.stopRepeats()) {
                rows.begin(first, place).ifPresent(begun -> next.add(pending(first, begun)));
                place = (first.places().cell(place) + 1) * first.places().repeats();
            } else {
                next.add(pending(first, place));
                place++;
            }
        }
        return next;
    }

    void adopt(NumberedCase each, CaseRef ref) {
        if (matrix.stopRepeats()) {
            rows.adopt(each, ref.cell(), ref.repeat());
        }
    }

    /** Records that a case has its result, and whether it failed in a rate; returns the repeat that follows. */
    List<Pending> finished(CaseRef ref, boolean failed) {
        return matrix.stopRepeats() ? rows.finished(ref.number(), ref.cell(), failed)
                .map(next -> pending(next.of(), next.place())).stream().toList() : List.of();
    }

    /** Takes the repeats that need not run any more, since their case is certain not to pass in their cell. */
    List<Pending> takeDecided() {
        return rows.takeDecided().stream().map(each -> pending(each.of(), each.place())).toList();
    }

    private Pending pending(NumberedCase each, int at) {
        int cell = each.places().cell(at);
        var ref = new CaseRef(run, each.number(), cell, each.places().repeat(at));
        return Pending.after(past.apply(ref), ref, matrix.cells().get(cell).of(seed.in(each.testCase(), ref.repeat())));
    }
}
