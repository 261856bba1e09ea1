package dev.muster.worker.sql;

import module java.base;

import dev.muster.common.assertion.eval.SqlStatement;
import tools.jackson.databind.JsonNode;

/** The databases that a case may query, by their names in the configuration. */
@FunctionalInterface
public interface Databases {

    /** The time limit of a statement, whatever the case's timeout is. */
    Duration LONGEST_STATEMENT = Duration.ofSeconds(30);

    Databases NONE = (database, statement, values, atMost) -> {
        throw new SqlFailed("database " + database + " is not in this run");
    };

    /**
     * Runs one read-only statement in a transaction of its own.
     *
     * @param values of the statement's parameters, in order
     * @param atMost the caller's limit, where it is below {@link #LONGEST_STATEMENT}
     * @return the rows, each an object of its columns
     * @throws SqlFailed when the database can't be reached, or refuses or stops the statement
     */
    List<JsonNode> read(String database, SqlStatement statement, List<JsonNode> values, Duration atMost)
            throws SqlFailed, InterruptedException;
}
