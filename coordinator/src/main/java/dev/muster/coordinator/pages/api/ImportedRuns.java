package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.analysis.news.WrittenResults;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.RunTable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings result files into a database of their own, so that pages show them like stored runs. What a file does not
 * have, such as the definitions of the cases, is missing there, too; each result is kept as it is in the file.
 */
public final class ImportedRuns {

    private static final String FLEET = "local-files";
    /** A run's id is part of addresses, and "last" is the newest run. */
    private static final Pattern ID = Pattern.compile("(?!last$|last~)[A-Za-z0-9][A-Za-z0-9._~-]{0,199}");
    private static final Pattern NUL = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000");

    private static final String CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, name, definition, repeats)
            SELECT @run, number, key, id, name, definition::text, repeats
            FROM json_to_recordset(@rows::json) AS r(number int, key text, id text, name text, definition json,
                repeats int)
            """;
    private static final String OVER = """
            UPDATE runs SET state = @state, created_at = @begins, started_at = @begins, finished_at = @ends,
                (total, passed, failed, errors, skipped, cancelled, flaky, in_rates, cost_usd, last_seq) =
                (SELECT count(*), count(*) FILTER (WHERE status = 'passed'), count(*) FILTER (WHERE status = 'failed'),
                        count(*) FILTER (WHERE status = 'error'), count(*) FILTER (WHERE status = 'skipped'),
                        count(*) FILTER (WHERE status = 'cancelled'), count(*) FILTER (WHERE status = 'flaky'),
                        count(*) FILTER (WHERE cause IN %s),
                        sum(cost_usd), coalesce(max(seq), 0) FROM results WHERE run_day = @day AND run_id = @run)
            WHERE run_id = @run
            """.formatted(Figures.IN_RATES);
    private final Database database;

    public ImportedRuns(Database database) {
        this.database = database;
    }

    /** Returns the results of a case as they are in the file that its run comes from. */
    Map<CaseRef, ObjectNode> results(StoredRun run, int number) {
        record Kept(CaseRef ref, ObjectNode result) {}
        return !run.fleet().equals(FLEET) ? Map.of() : database.list("""
                SELECT cell, repeat, detail -> 'imported' FROM result_details
                WHERE run_day = (SELECT run_day FROM runs WHERE run_id = @run) AND run_id = @run AND number = @number
                """, row -> new Kept(new CaseRef(run.id(), number, row.getInt(1), row.getInt(2)),
                (ObjectNode) Json.MAPPER.readTree(row.getString(3))), "run", run.id(), "number", number).stream()
                .collect(Collectors.toMap(Kept::ref, Kept::result));
    }

    /**
     * Adds the runs of a file, or of each result file of a folder.
     *
     * @param unread takes a sentence for each file of a folder that can't be read
     * @return their ids, in the order of the files' names
     * @throws IOException when none can be read; the message is a sentence
     */
    public List<String> add(Path place, Consumer<String> unread) throws IOException {
        if (!Files.isDirectory(place)) {
            return List.of(run(place));
        }
        var ids = new ArrayList<String>();
        try (var files = Files.walk(place)) {
            for (var file : files.filter(ImportedRuns::isNamedSo).sorted().toList()) {
                try {
                    ids.add(run(file));
                } catch (IOException e) {
                    unread.accept(String.valueOf(e.getMessage()));
                }
            }
        }
        if (ids.isEmpty()) {
            throw new IOException(place + " has no .json or .jsonl file that muster run -o wrote");
        }
        return ids;
    }

    /** Whether a file's name is one of result files. */
    public static boolean isNamedSo(Path file) {
        return file.toString().endsWith(".json") || file.toString().endsWith(".jsonl");
    }

    private String run(Path file) throws IOException {
        var outline = new ImportOutline();
        var head = withoutNul(new WrittenResults(file).read(result -> outline.add(withoutNul(result))));
        var id = id(head, file);
        var day = LocalDate.ofInstant(outline.begins(), ZoneOffset.UTC);
        var name = head.path("agents").asString(String.join(", ", outline.agents()));
        new RunTable(database, database, InstantSource.fixed(outline.begins())).create(id, FLEET, name,
                outline.settings(head, file));
        var rows = new ImportRows(database, id, day, outline);
        new WrittenResults(file).read(result -> rows.add(withoutNul(result)));
        rows.flush();
        database.transaction(connection -> {
            Database.update(connection, CASES, "run", id, "rows", outline.definitions().toString());
            return Database.update(connection, OVER, "run", id, "day", day, "state",
                    outline.cancelled() ? "interrupted" : "finished", "begins", outline.begins(), "ends",
                    outline.ends());
        });
        new HistoryTable(database, database).learn(id);
        return id;
    }

    /** Two files may be of one run. */
    private String id(ObjectNode head, Path file) {
        var name = String.valueOf(file.getFileName());
        var given = head.path("id").asString("");
        var cleaned = name.substring(0, name.lastIndexOf('.')).replaceAll("[^A-Za-z0-9._-]", "-");
        var proposed = Stream.of(given, cleaned).filter(each -> ID.matcher(each).matches()).findFirst()
                .orElse("of-" + cleaned);
        var id = proposed;
        for (int n = 2; new RunTable(database).find(id).isPresent(); n++) {
            id = proposed + "-" + n;
        }
        return id;
    }

    /** PostgreSQL keeps no NUL in a text. */
    private static ObjectNode withoutNul(ObjectNode node) {
        var json = node.toString();
        return json.contains("\\u0000") ? (ObjectNode) Json.MAPPER.readTree(NUL.matcher(json).replaceAll("$1\\\\ufffd"))
                : node;
    }
}
