package dev.muster.system.view;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.system.figures.WrittenRun;

/** A run with definitions, results and what was said. */
public final class ShownRun {

    private final Database database;
    private final WrittenRun run;

    /** Writes to a run that is there. */
    public ShownRun(Database database, String id) {
        this.database = database;
        this.run = WrittenRun.of(database, id);
    }

    public ShownRun(Database database, String id, RunSettings settings) {
        this.database = database;
        this.run = new WrittenRun(database, id, settings);
    }

    /** Adds the case {@code suite.jsonl#c<number>} with the results of its repeats in a cell, by letter. */
    public ShownRun of(int number, int cell, String repeats, Map<String, String> labels, String reason, String reply) {
        var id = "c" + number;
        var defined = TestCase.of(new TestCase.Identity("suite.jsonl#" + id, id, null, labels,
                new Source("suite.jsonl", number + 1)), "shop",
                new Conversation.Standard(List.of(Message.user("Is case " + number + " fine?"))), List.of());
        database.update("""
                INSERT INTO case_definitions (run_id, number, repeats, key, id, definition)
                VALUES (@run, @number, @repeats, @key, @id, @definition) ON CONFLICT DO NOTHING
                """, "run", run.id(), "number", number, "repeats", repeats.length(), "key", "suite.jsonl#" + id, "id",
                id,
                "definition", Json.MAPPER.writeValueAsString(defined));
        for (int repeat = 0; repeat < repeats.length(); repeat++) {
            write(number, cell, repeat, repeats.charAt(repeat), reason, reply);
        }
        return this;
    }

    private void write(int number, int cell, int repeat, char letter, String reason, String reply) {
        var status = switch (letter) {
            case 'P' -> Status.PASSED;
            case 'F' -> Status.FAILED;
            case 'E' -> Status.ERROR;
            case 'Y' -> Status.FLAKY;
            case 'S', 'M' -> Status.SKIPPED;
            case 'C' -> Status.CANCELLED;
            default -> throw new IllegalArgumentException(String.valueOf(letter));
        };
        var cause = switch (letter) {
            case 'F' -> Cause.ASSERTION;
            case 'E' -> Cause.INFRASTRUCTURE;
            case 'S' -> Cause.SKIPPED;
            case 'M' -> Cause.MUTED;
            case 'C' -> Cause.CANCELLED;
            default -> Cause.NONE;
        };
        run.result(number, cell, repeat, status.wire(), cause.wire(), 100 + 10L * number, number % 3 == 0 ? null : 0.5,
                number % 2 == 0 ? null : number / 100.0);
        var result = TestResult.of("suite.jsonl#c" + number, "c" + number).agent("shop").response(reply);
        CaseResult made = letter == 'P' || letter == 'C' ? result.make()
                : result.status(status).cause(cause).error(reason).make();
        database.update("""
                INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
                SELECT run_day, run_id, @number, @cell, @repeat, @detail::json FROM runs WHERE run_id = @run
                """, "run", run.id(), "number", number, "cell", cell, "repeat", repeat, "detail",
                Json.MAPPER.writeValueAsString(made));
    }

    public ShownRun over() {
        run.over();
        return this;
    }

    /** Sets the counters as if it went on. */
    public ShownRun underWay() {
        run.over();
        database.update("UPDATE runs SET state = 'running', finished_at = NULL WHERE run_id = @run", "run", run.id());
        return this;
    }
}
