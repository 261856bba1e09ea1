package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.common.template.LiteralText;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** The faults of the case of one row. */
final class FaultsOfRow {

    private final RowFaults all;
    private final @Nullable String row;
    private final RowTemplate template;
    private final boolean isFirst;

    /** @param row names it in a fault; null for the case without values */
    FaultsOfRow(RowFaults all, @Nullable String row, RowTemplate template, boolean isFirst) {
        this.all = all;
        this.row = row;
        this.template = template;
        this.isFirst = isFirst;
    }

    /** Whether the case has the values of a row. */
    boolean haveRow() {
        return row != null;
    }

    /** Returns a fault with its row, if it depends on it; null when it was reported before. */
    @Nullable
    Fault named(Fault fault) {
        var plain = new Fault(fault.file(), fault.line(), fault.column(), LiteralText.unmarked(fault.message()));
        boolean ofValue = template.fills(new Position(fault.line(), fault.column()));
        if (ofValue ? row == null : !all.reported.add(plain)) {
            return null;
        }
        all.count++;
        return isFirst && !ofValue ? plain
                : new Fault(plain.file(), plain.line(), plain.column(), plain.message() + " (" + row + ")");
    }
}
