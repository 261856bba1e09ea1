package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.run.OpenPlaces;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import tools.jackson.core.JacksonException;

/** The {@code case_definitions} table: written once by COPY, read page by page. */
public final class CaseTable implements StoredCases {

    private static final String COPY = "COPY case_definitions (run_id, number, repeats, key, id, name, definition) FROM STDIN";
    /** Values that are the same for the whole run; scalar subqueries read them, so the cases come in index order. */
    private static final String RUN = """
            WITH run AS MATERIALIZED (SELECT coalesce(json_array_length(settings #> '{matrix,cells}'), 1) AS cells,
                                             EXISTS (SELECT 1 FROM run_parts p WHERE p.run_id = runs.run_id) AS is_part
                                      FROM runs WHERE run_id = @run)
            """;
    private static final String CHOSEN = """
            CASE WHEN (SELECT is_part FROM run)
                 THEN (SELECT array_agg(p.cell * c.repeats + p.repeat) FROM run_parts p
                       WHERE p.run_id = c.run_id AND p.number = c.number) END
            """;
    /** Selects cases of a run and where each of them is left to run, only as many as requested. */
    private static final String LEFT = RUN + """
            SELECT c.number, c.key, c.id, c.name, c.definition, c.repeats,
                   (SELECT cells FROM run) AS cells, chosen.places AS chosen, done.places AS done, done.failed
            FROM case_definitions c
            CROSS JOIN LATERAL (SELECT $CHOSEN AS places) chosen
            CROSS JOIN LATERAL (SELECT array_agg(r.cell * c.repeats + r.repeat) AS places,
                                       array_agg(DISTINCT r.cell) FILTER (WHERE r.status <> 'passed'
                                                                          AND r.cause = ANY (@inRates)) AS failed
                                FROM results r WHERE r.run_day = @day
                                     AND r.run_id = c.run_id AND r.number = c.number) done
            WHERE c.run_id = @run AND coalesce(cardinality(done.places), 0)
                  < coalesce(cardinality(chosen.places), (SELECT cells FROM run) * c.repeats)
            """.replace("$CHOSEN", CHOSEN);
    /** The same for a run without results. */
    private static final String UNTOUCHED = RUN + """
            SELECT c.number, c.key, c.id, c.name, c.definition, c.repeats,
                   (SELECT cells FROM run) AS cells, $CHOSEN AS chosen,
                   NULL::int[] AS done, NULL::int[] AS failed
            FROM case_definitions c
            WHERE c.run_id = @run
            """.replace("$CHOSEN", CHOSEN);
    static final String[] IN_RATES = Arrays.stream(Cause.values()).filter(Cause::inRates).map(Cause::wire)
            .toArray(String[]::new);
    private static final String OF_THESE = "AND c.number = ANY (@numbers) ORDER BY c.number";
    /** Chunks that one connection writes before starting a second one pays off. */
    private static final int FEW = 64;

    /** Allows for a suite that arrives over a slow line. */
    private static final Duration LONG = Duration.ofHours(1);
    private final Database database;
    private final Writes writes;

    public CaseTable(Database database, Writes writes) {
        this.database = database;
        this.writes = writes;
    }

    /** Creates a table for reading, and for writing where no leader exists. */
    public CaseTable(Database database) {
        this(database, database);
    }

    /** @param repeat for cases that do not set their own */
    public Stored store(String run, int repeat, Iterator<CaseDefinition> cases) throws IOException {
        var chunks = new CaseChunks(run, repeat, cases);
        try {
            copy(chunks, FEW);
            if (!chunks.ended()) {
                copyByTwo(chunks);
            }
            return new Stored(chunks.cases(), chunks.runs());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** @param runs how often the cases run in each cell, in total */
    public record Stored(int cases, long runs) {}

    /** Writes over two connections: each has its own PostgreSQL process, which is the bottleneck for a large suite. */
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
        writes.writeLong(LONG, connection -> {
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

    /** Copies the cells and repeats of a run that have a status to another run, in order; returns how many. */
    public int copy(String from, String to, String status) {
        return writes.writeLong(LONG, connection -> {
            Database.update(connection, """
                    INSERT INTO case_definitions (run_id, number, repeats, key, id, name, definition)
                    SELECT @to, row_number() OVER (ORDER BY c.number) - 1, c.repeats, c.key, c.id, c.name, c.definition
                    FROM case_definitions c JOIN runs USING (run_id)
                    WHERE c.run_id = @from AND (SELECT true FROM results r WHERE r.run_day = runs.run_day
                          AND r.run_id = c.run_id AND r.number = c.number AND r.status = @status LIMIT 1)
                    """, "to", to, "from", from, "status", status);
            return Database.update(connection, """
                    INSERT INTO run_parts (run_id, number, cell, repeat)
                    SELECT @to, dense_rank() OVER (ORDER BY r.number) - 1, r.cell, r.repeat
                    FROM results r
                    WHERE r.run_day = (SELECT run_day FROM runs WHERE run_id = @from) AND r.run_id = @from
                          AND r.status = @status
                    """, "to", to, "from", from, "status", status);
        });
    }

    @Override
    public List<NumberedCase> first(String run) {
        var numbers = database.list("SELECT number FROM first_cases WHERE run_id = @run ORDER BY place",
                row -> row.getInt(1), "run", run);
        var cases = new HashMap<Integer, NumberedCase>();
        if (!numbers.isEmpty()) {
            left(run, false, OF_THESE, "numbers", numbers.toArray(Integer[]::new))
                    .forEach(each -> cases.put(each.number(), each));
        }
        return numbers.stream().map(cases::get).filter(Objects::nonNull).toList();
    }

    @Override
    public List<NumberedCase> page(String run, int from, int atMost) {
        return left(run, false, """
                AND c.number >= @from AND c.number NOT IN (SELECT number FROM first_cases WHERE run_id = @run)
                ORDER BY c.number LIMIT @atMost
                """, "from", from, "atMost", atMost);
    }

    @Override
    public List<NumberedCase> rest(String run, int from, int atMost) {
        return left(run, true, "AND c.number >= @from ORDER BY c.number LIMIT @atMost", "from", from, "atMost", atMost);
    }

    @Override
    public List<NumberedCase> unfinished(String run, Collection<Integer> numbers) {
        return left(run, true, OF_THESE, "numbers", numbers.toArray(Integer[]::new));
    }

    /** @param begun whether there may be results */
    private List<NumberedCase> left(String run, boolean begun, String which, Object... values) {
        return database.connected(connection -> {
            var day = RunTable.day(connection, run);
            return day.isEmpty() ? List.of()
                    : Database.list(connection, (begun ? LEFT : UNTOUCHED) + which, CaseTable::numbered, Stream.concat(
                            Stream.of("day", day.get(), "run", run, "inRates", IN_RATES),
                            Stream.of(values))
                            .toArray());
        });
    }

    private static NumberedCase numbered(ResultSet row) throws SQLException {
        var chosen = row.getArray("chosen");
        var places = OpenPlaces.left(row.getInt("cells"), row.getInt("repeats"),
                chosen == null ? null : numbers(chosen),
                numbers(row.getArray("done")), Set.copyOf(numbers(row.getArray("failed"))));
        try {
            return new NumberedCase(row.getInt("number"),
                    Json.MAPPER.readValue(row.getString("definition"), TestCase.class), places);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            return new NumberedCase(row.getInt("number"), nameOnly(row), places,
                    "its stored definition can't be read (" + JsonTrouble.firstLine(e)
                            + "); another version of Muster may have written it: run the suite again");
        }
    }

    private static TestCase nameOnly(ResultSet row) throws SQLException {
        return TestCase.of(
                new TestCase.Identity(row.getString("key"), row.getString("id"), row.getString("name"), Map.of(),
                        new Source(row.getString("key"), 0)),
                null, new Conversation.Standard(List.of()), List.of());
    }

    private static List<Integer> numbers(@Nullable Array array) throws SQLException {
        return array == null ? List.of() : List.of((Integer[]) array.getArray());
    }

    /** Whether any case of a run is a multi-turn conversation. */
    public boolean hasConversations(String run) {
        return database.list("""
                SELECT EXISTS (SELECT 1 FROM case_definitions
                               WHERE run_id = @run AND definition NOT LIKE '%"conversation":{"mode":"standard"%'
                                     AND definition::json #>> '{conversation,mode}' NOT IN ('standard', 'script_test'))
                """, row -> row.getBoolean(1), "run", run).getFirst();
    }

    /** Whether any case of a run asks a judge by samples. */
    public boolean hasSamples(String run) {
        return database.list("""
                SELECT EXISTS (SELECT 1 FROM case_definitions
                               WHERE run_id = @run AND definition LIKE '%"samples":%')
                """, row -> row.getBoolean(1), "run", run).getFirst();
    }

    /** Formats the cases of a run as lines for COPY, a chunk at a time, for one or two writers. */
    private static final class CaseChunks {

        private static final int CHUNK = 64 << 10;

        private final String run;
        private final int repeat;
        private final Iterator<CaseDefinition> cases;
        private final ReentrantLock turn = new ReentrantLock();
        private final StringBuilder lines = new StringBuilder();
        private int number;
        private long runs;
        private boolean ended;

        /** @param repeat for cases that do not set their own */
        CaseChunks(String run, int repeat, Iterator<CaseDefinition> cases) {
            this.run = run;
            this.repeat = repeat;
            this.cases = cases;
        }

        int cases() {
            return number;
        }

        /** Returns how often the cases run in each cell, in total. */
        long runs() {
            return runs;
        }

        /** Returns the next chunk; null at the end. A suite that can't be read further ends for the other writer, too. */
        byte @Nullable [] next() {
            turn.lock();
            boolean more = false;
            try {
                lines.setLength(0);
                while (!ended && lines.length() < CHUNK && cases.hasNext()) {
                    var definition = cases.next();
                    int repeats = definition.repeat() == null ? repeat : definition.repeat();
                    line(lines, run, number, repeats, definition);
                    number++;
                    runs += repeats;
                }
                more = !lines.isEmpty();
                return more ? lines.toString().getBytes(StandardCharsets.UTF_8) : null;
            } finally {
                ended |= !more;
                turn.unlock();
            }
        }

        boolean ended() {
            turn.lock();
            try {
                return ended;
            } finally {
                turn.unlock();
            }
        }

        private static void line(StringBuilder line, String run, int number, int repeats, CaseDefinition definition) {
            value(line, run).append('\t').append(number).append('\t').append(repeats).append('\t');
            value(line, definition.key()).append('\t');
            value(line, definition.id()).append('\t');
            value(line, definition.name()).append('\t');
            value(line, definition.json()).append('\n');
        }

        /**
         * Appends a value in COPY's text format: tab and newline end a value or row, a backslash escapes, {@code \N} is
         * null.
         */
        private static StringBuilder value(StringBuilder line, @Nullable String text) {
            if (text == null) {
                return line.append("\\N");
            }
            return line
                    .append(text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r"));
        }
    }
}
