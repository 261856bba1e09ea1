package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.common.template.LiteralText;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/**
 * The faults of a table and of the cases of its rows, as many as a user reads. What is wrong with the case, whatever the
 * row, is told once.
 */
final class RowFaults {

    private static final int MOST = 100;

    private final Set<Fault> told = new HashSet<>();
    private int count;
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
    OfRow of(String row, RowTemplate template) {
        boolean isFirst = first;
        first = false;
        return new OfRow(this, row, template, isFirst);
    }

    /** The faults of the case of one row. */
    static final class OfRow {

        private final RowFaults all;
        private final String row;
        private final RowTemplate template;
        private final boolean isFirst;

        private OfRow(RowFaults all, String row, RowTemplate template, boolean isFirst) {
            this.all = all;
            this.row = row;
            this.template = template;
            this.isFirst = isFirst;
        }

        /** Returns a fault with its row, if it depends on it; null when it was told before. */
        @Nullable
        Fault named(Fault fault) {
            var plain = new Fault(fault.file(), fault.line(), fault.column(), LiteralText.unmarked(fault.message()));
            boolean ofValue = template.fills(new Position(fault.line(), fault.column()));
            if (!ofValue && !all.told.add(plain)) {
                return null;
            }
            all.count++;
            return isFirst && !ofValue ? plain
                    : new Fault(plain.file(), plain.line(), plain.column(), plain.message() + " (" + row + ")");
        }
    }
}
