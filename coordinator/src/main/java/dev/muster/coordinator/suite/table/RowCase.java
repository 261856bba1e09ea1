package dev.muster.coordinator.suite.table;

import dev.muster.common.model.TestCase;
import dev.muster.common.template.LiteralText;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/**
 * The case of a row.
 *
 * @param node as if it had been written without a table
 * @param table the id that the cases of all rows begin with
 * @param place where the row is, from the project root: {@code data.csv:3}
 * @param size about how many characters the case has
 * @param marked whether texts of the row have marks
 * @param faults says which row a fault comes from
 */
public record RowCase(Node node, String table, String place, int size, boolean marked, FaultsOfRow faults) {

    /** Returns the case that was read from the node, without marks; null when it was read only for its faults. */
    public @Nullable TestCase settled(TestCase read) {
        return !faults.haveRow() ? null : marked ? LiteralText.settled(read) : read;
    }

    /** Names the row in the faults of the case, which are still pending. */
    public void name(Faults pending) {
        pending.replace(faults::named);
    }
}
