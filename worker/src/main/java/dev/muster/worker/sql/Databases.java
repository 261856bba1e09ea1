package dev.muster.worker.sql;

import dev.muster.common.assertion.eval.SqlStatement;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The databases that a case may ask, by their names in the configuration. */
@FunctionalInterface
public interface Databases {

    /** A statement takes no longer, whatever its case has. */
    Duration LONGEST_STATEMENT = Duration.ofSeconds(30);

    /** None, for a case that asks nobody. */
    Databases NONE = (database, statement, values, atMost) -> {
        throw new SqlFailed("database " + database + " is not in this run");
    };

    /**
     * Runs one reading statement in a transaction of its own.
     *
     * @param values of the statement's parameters, in order
     * @param atMost less than {@link #LONGEST_STATEMENT} where the caller has less
     * @return the rows, each an object of its columns
     * @throws SqlFailed when the database can't be reached, or refuses or stops the statement
     */
    List<JsonNode> read(String database, SqlStatement statement, List<JsonNode> values, Duration atMost)
            throws SqlFailed, InterruptedException;
}
