package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Source;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Observed;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.analysis.news.WrittenResults;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.RunTable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings result files into a database of their own, so that pages show them like stored runs. What a file does not have,
 * such as the definitions of the cases, is missing there, too; each result is kept as it is in the file.
 */
public final class ImportedRuns {

    private static final String FLEET = "local-files";
    /** A run's id is part of addresses, and "last" is the newest run. */
    private static final Pattern ID = Pattern.compile("(?!last$|last~)[A-Za-z0-9][A-Za-z0-9._~-]{0,199}");
    private static final Pattern NUL = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000");

    private static final String CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, name, definition, repeats)
            SELECT @run, number, key, id, name, definition::text, repeats
            FROM json_to_recordset(@rows::json) AS r(number int, key text, id text, name text, definition json, repeats int)
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

    private static String fileOf(String key) {
        return key.substring(0, Math.max(0, key.indexOf('#')));
    }

    /** Writes results some hundred at a time. */
    private static final class Rows {

        private final Database database;
        private final String run;
        private final LocalDate day;
        private final Outline outline;
        private ArrayNode waiting = Json.MAPPER.createArrayNode();
        private long seq;

        Rows(Database database, String run, LocalDate day, Outline outline) {
            this.database = database;
            this.run = run;
            this.day = day;
            this.outline = outline;
        }

        void add(ObjectNode result) {
            var row = Json.MAPPER.createObjectNode().put("number", outline.number(result)).put("cell",
                    outline.cell(result)).put("repeat", result.path("repeat").asInt()).put("seq", ++seq)
                    .put("duration_ms", result.path("duration_ms").asLong())
                    .put("working_ms", result.path("working_ms").asLong()).put("started_at", began(result).toString());
            row.set("detail", detail(result));
            waiting.add(row);
            if (waiting.size() == TOGETHER) {
                flush();
            }
        }

        /** Returns the least that is a result, for what looks at reasons, and the result as it is in the file. */
        private static ObjectNode detail(ObjectNode result) {
            var key = result.path("key").asString();
            var cell = result.path("cell");
            var labels = new TreeMap<String, String>();
            result.path("labels").properties()
                    .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
            var least = new CaseResult(new CaseIdentity(key, result.path("id").asString(),
                    result.path("name").asString(null), new Source(fileOf(key), 0), labels,
                    cell.path("agent").asString(),
                    cell.path("connector").asString(null)),
                    new Verdict(Status.of(result.path("status").asString()), Cause.of(result.path("cause").asString()),
                            reason(result), result.path("skip_reason").asString(null)),
                    Observed.nothing(result.path("messages_count").asInt()), List.of(), null,
                    new AttemptTiming(result.path("duration_ms").asLong(), result.path("working_ms").asLong(), -1,
                            began(result)),
                    AttemptSpend.NOTHING, List.of(), null, null);
            ObjectNode json = Json.MAPPER.valueToTree(least);
            return json.set("imported", result);
        }

        private static @Nullable String reason(ObjectNode result) {
            return result.has("error") ? result.path("error").asString()
                    : result.path("assertion_errors").path(0).asString(null);
        }

        void flush() {
            var rows = waiting.toString();
            waiting = Json.MAPPER.createArrayNode();
            database.transaction(connection -> {
                Database.update(connection, RESULTS, "run", run, "day", day, "rows", rows);
                return Database.update(connection, DETAILS, "run", run, "day", day, "rows", rows);
            });
        }
    }
}
