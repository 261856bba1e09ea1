package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Source;
import dev.muster.common.result.AttemptSpend;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Observed;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.store.Database;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes results some hundred at a time. */
final class ImportRows {

    private static final int TOGETHER = 500;
    private static final String RESULTS = """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                duration_ms,
                                 working_ms, started_at, stored_at, score, cost_usd, tokens_in, tokens_out,
                                 helper_cost_usd, helper_tokens, helper_tokens_out, turns, key, muted)
            SELECT @day, @run, number, cell, repeat, seq, status, cause, coalesce(attempt, 0), worker, duration_ms,
                working_ms,
                   started_at, started_at, score, cost_usd, (tokens ->> 'input')::bigint, (tokens ->> 'output')::bigint,
                   (helpers ->> 'cost_usd')::numeric,
                   (helpers #>> '{tokens,input}')::bigint + (helpers #>> '{tokens,output}')::bigint,
                   (helpers #>> '{tokens,output}')::bigint, coalesce(total_turns, 1), key, muted ->> 'status'
            FROM json_to_recordset(@rows::json) AS r(number int, cell int, repeat int, seq bigint, duration_ms bigint,
                     working_ms bigint, started_at timestamptz, detail json),
                 json_to_record(detail -> 'imported') AS i(status text, cause text, attempt int, worker text,
                     score float8, cost_usd numeric, tokens json, helpers json, total_turns int, key text, muted json)
            ON CONFLICT DO NOTHING
            """;
    private static final String DETAILS = """
            INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
            SELECT @day, @run, number, cell, repeat, detail
            FROM json_to_recordset(@rows::json) AS r(number int, cell int, repeat int, detail json)
                ON CONFLICT DO NOTHING
            """;

    private final Database database;
    private final String run;
    private final LocalDate day;
    private final ImportOutline outline;
    private ArrayNode waiting = Json.MAPPER.createArrayNode();
    private long seq;

    ImportRows(Database database, String run, LocalDate day, ImportOutline outline) {
        this.database = database;
        this.run = run;
        this.day = day;
        this.outline = outline;
    }

    void add(ObjectNode result) {
        var row = Json.MAPPER.createObjectNode().put("number", outline.number(result)).put("cell",
                outline.cell(result)).put("repeat", result.path("repeat").asInt()).put("seq", ++seq)
                .put("duration_ms", result.path("duration_ms").asLong())
                .put("working_ms", result.path("working_ms").asLong())
                .put("started_at", ImportOutline.began(result).toString());
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
                result.path("name").asString(null), new Source(ImportOutline.fileOf(key), 0), labels,
                cell.path("agent").asString(),
                cell.path("connector").asString(null)),
                new Verdict(Status.of(result.path("status").asString()), Cause.of(result.path("cause").asString()),
                        reason(result), result.path("skip_reason").asString(null)),
                Observed.nothing(result.path("messages_count").asInt()), List.of(), null,
                new AttemptTiming(result.path("duration_ms").asLong(), result.path("working_ms").asLong(), -1,
                        ImportOutline.began(result)),
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
