package dev.muster.coordinator.store;

import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.NumberedCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import org.postgresql.PGConnection;

/** The {@code case_definitions} table: written once by COPY, read page by page. */
public final class CaseTable {

    private static final String COPY = "COPY case_definitions (run_id, number, key, id, name, definition) FROM STDIN";
    private static final String NUMBERED = """
            SELECT c.number, c.definition FROM case_definitions c JOIN runs USING (run_id)
            LEFT JOIN results r ON r.run_day = runs.run_day AND r.run_id = c.run_id AND r.number = c.number
            WHERE c.run_id = ? AND r.number IS NULL
            """;
    /** Chunks that one connection writes before a second one is worth its start. */
    private static final int FEW = 64;

    private final Database database;

    public CaseTable(Database database) {
        this.database = database;
    }

    /**
     * Stores the cases of a run in their order.
     *
     * @return how many there were
     */
    public int store(String run, Iterator<CaseDefinition> cases) throws IOException {
        var chunks = new CaseChunks(run, cases);
        try {
            copy(chunks, FEW);
            if (!chunks.ended()) {
                copyByTwo(chunks);
            }
            return chunks.cases();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** PostgreSQL has a process for each connection, and with a large suite it is that which takes longest. */
    private void copyByTwo(CaseChunks chunks) {
        try (var second = Executors.newVirtualThreadPerTaskExecutor()) {
            var other = CompletableFuture.runAsync(() -> copy(chunks, Integer.MAX_VALUE), second);
            copy(chunks, Integer.MAX_VALUE);
            other.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void copy(CaseChunks chunks, int atMost) {
        database.connected(connection -> {
            var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
            try {
                for (int n = 0; n < atMost; n++) {
                    var chunk = chunks.next();
                    if (chunk == null) {
                        break;
                    }
                    copy.writeToCopy(chunk, 0, chunk.length);
                }
                return copy.endCopy();
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
        });
    }

    /**
     * Gives a run those cases of another one whose result has a status, in their order.
     *
     * @return how many there were
     */
    public int copy(String from, String to, String status) {
        return database.update("""
                INSERT INTO case_definitions (run_id, number, key, id, name, definition)
                SELECT ?, row_number() OVER (ORDER BY c.number) - 1, c.key, c.id, c.name, c.definition
                FROM case_definitions c JOIN runs USING (run_id)
                JOIN results r ON r.run_day = runs.run_day AND r.run_id = c.run_id AND r.number = c.number
                WHERE c.run_id = ? AND r.status = ?
                """, to, from, status);
    }

    /** Cases that come before all others, the first one first. */
    public List<NumberedCase> first(String run) {
        return database.list("""
                SELECT number, definition FROM first_cases JOIN case_definitions USING (run_id, number)
                WHERE run_id = ? ORDER BY place
                """, CaseTable::numbered, run);
    }

    /** Cases from a number on, in order, but for those that come first. */
    public List<NumberedCase> page(String run, int from, int atMost) {
        return database.list("""
                SELECT number, definition FROM case_definitions WHERE run_id = ? AND number >= ?
                AND number <> ALL (ARRAY (SELECT number FROM first_cases WHERE run_id = ?))
                ORDER BY number LIMIT ?
                """, CaseTable::numbered, run, from, run, atMost);
    }

    /** Cases from a number on that have no result, in order. */
    public List<NumberedCase> rest(String run, int from, int atMost) {
        return database.list(NUMBERED + " AND c.number >= ? ORDER BY c.number LIMIT ?", CaseTable::numbered, run,
                from, atMost);
    }

    /** Those of these cases that have no result, in order. */
    public List<NumberedCase> unfinished(String run, Collection<Integer> numbers) {
        return database.connected(connection -> {
            try (var statement = connection.prepareStatement(NUMBERED + " AND c.number = ANY (?) ORDER BY c.number")) {
                Database.bind(statement, run, connection.createArrayOf("int4", numbers.toArray()));
                return Database.rows(statement, CaseTable::numbered);
            }
        });
    }

    private static NumberedCase numbered(ResultSet row) throws SQLException {
        return new NumberedCase(row.getInt("number"),
                Json.MAPPER.readValue(row.getString("definition"), TestCase.class));
    }

    /** Whether any case of a run is a conversation of several turns. */
    public boolean hasConversations(String run) {
        return database.list("""
                SELECT EXISTS (SELECT 1 FROM case_definitions
                               WHERE run_id = ? AND definition::json #>> '{conversation,mode}' <> 'standard')
                """, row -> row.getBoolean(1), run).getFirst();
    }
}
