package dev.muster.coordinator.store;

import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.CaseDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** The {@code case_definitions} table: written once by COPY, read page by page. */
public final class CaseTable {

    private static final String COPY = "COPY case_definitions (run_id, number, key, id, name, definition) FROM STDIN";
    private static final int CHUNK = 64 << 10;

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
        try {
            return database.connected(connection -> {
                var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
                try {
                    return write(copy, run, cases);
                } finally {
                    if (copy.isActive()) {
                        copy.cancelCopy();
                    }
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Cases from a number on, in order. */
    public List<TestCase> page(String run, int from, int atMost) {
        var found = new ArrayList<TestCase>();
        database.list("""
                SELECT definition FROM case_definitions WHERE run_id = ? AND number >= ? ORDER BY number LIMIT ?
                """, row -> row.getString(1), run, from, atMost)
                .forEach(definition -> found.add(Json.MAPPER.readValue(definition, TestCase.class)));
        return found;
    }

    /** Whether any case of a run is a conversation of several turns. */
    public boolean hasConversations(String run) {
        return database.list("""
                SELECT EXISTS (SELECT 1 FROM case_definitions
                               WHERE run_id = ? AND definition #>> '{conversation,mode}' <> 'standard')
                """, row -> row.getBoolean(1), run).getFirst();
    }

    private static int write(CopyIn copy, String run, Iterator<CaseDefinition> cases) throws SQLException {
        int number = 0;
        var lines = new StringBuilder();
        while (cases.hasNext()) {
            line(lines, run, number++, cases.next());
            if (lines.length() >= CHUNK) {
                flush(copy, lines);
            }
        }
        flush(copy, lines);
        copy.endCopy();
        return number;
    }

    private static void flush(CopyIn copy, StringBuilder lines) throws SQLException {
        var bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        lines.setLength(0);
    }

    private static void line(StringBuilder line, String run, int number, CaseDefinition definition) {
        value(line, run).append('\t').append(number).append('\t');
        value(line, definition.key()).append('\t');
        value(line, definition.id()).append('\t');
        value(line, definition.name()).append('\t');
        value(line, definition.json()).append('\n');
    }

    /** COPY's text format: tab and newline end a value or row, a backslash escapes, {@code \N} is null. */
    private static StringBuilder value(StringBuilder line, @Nullable String text) {
        if (text == null) {
            return line.append("\\N");
        }
        return isPlain(text) ? line.append(text) : escaped(line, text);
    }

    /** Four searches in machine code are quicker than one that looks at every character. */
    private static boolean isPlain(String text) {
        return text.indexOf('\\') < 0 && text.indexOf('\n') < 0 && text.indexOf('\t') < 0 && text.indexOf('\r') < 0;
    }

    private static StringBuilder escaped(StringBuilder line, String text) {
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char escaped = escaped(text.charAt(i));
            if (escaped != 0) {
                line.append(text, from, i).append('\\').append(escaped);
                from = i + 1;
            }
        }
        return line.append(text, from, text.length());
    }

    /** What stands behind the backslash; U+0000 for what needs none. */
    private static char escaped(char c) {
        return switch (c) {
            case '\\' -> '\\';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            default -> 0;
        };
    }
}
