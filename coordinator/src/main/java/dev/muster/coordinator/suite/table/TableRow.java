package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.suite.source.Node;

/**
 * A row.
 *
 * @param id what tells its case from those of other rows
 * @param line in the file that has it
 */
record TableRow(String id, int line, Map<String, Node> values) {}
