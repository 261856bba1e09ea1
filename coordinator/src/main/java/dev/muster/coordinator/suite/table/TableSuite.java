package dev.muster.coordinator.suite.table;

import module java.base;

/**
 * The suite that the cases are in.
 *
 * @param key its path from the project root
 * @param name what a case without an id is named after
 * @param idKey the key of a case's id
 * @param mayLackIds whether several cases may have no id
 * @param warns whether to warn of rows that are numbered
 */
public record TableSuite(String key, String name, String idKey, boolean mayLackIds, boolean warns) {}
