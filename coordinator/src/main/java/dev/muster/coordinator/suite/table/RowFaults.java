package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;

/**
 * The faults of a table and of the cases of its rows, as many as a user reads. What is wrong with the case, whatever
 * the row, is reported once.
 */
final class RowFaults {

    private static final int MOST = 100;

    final Set<Fault> reported = new HashSet<>();
    int count;
    private boolean first = true;

    /** Returns the faults of a file with rows, which count, too. */
    Faults ofFile(String file, Consumer<Fault> to) {
        return new Faults(file, fault -> {
            if (count++ < MOST) {
                to.accept(fault);
            }
        });
    }

    boolean any() {
        return count > 0;
    }

    boolean areTooMany() {
        return count >= MOST;
    }

    /** Returns the faults of the case of a row. */
    FaultsOfRow of(String row, RowTemplate template) {
        boolean isFirst = first;
        first = false;
        return new FaultsOfRow(this, row, template, isFirst);
    }

    /** Returns the faults of the case itself; what depends on a value of a row is left out. */
    FaultsOfRow withoutValues(RowTemplate template) {
        return new FaultsOfRow(this, null, template, true);
    }
}
