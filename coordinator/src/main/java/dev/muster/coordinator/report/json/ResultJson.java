package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.HelperSpend;
import dev.muster.common.result.Muted;
import dev.muster.common.result.SentMessages;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.Reasons.CallMade;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ObjectNode;

/** A result in result files: the seeds' field names, in the seeds' order; absent values are omitted. */
public final class ResultJson {

    private static final ObjectWriter NOTHING_BETWEEN = Json.MAPPER.writer().withRootValueSeparator("");
    private static final ObjectReader EXACT = Json.MAPPER.reader()
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final StoredCase stored;
    private final CaseResult result;
    private final Members json;

    private ResultJson(StoredCase stored, JsonGenerator to) {
        this.stored = stored;
        this.result = stored.result();
        this.json = new Members(to);
    }

    /** Returns a result as a node that callers may extend. */
    public static ObjectNode of(StoredCase stored) {
        return (ObjectNode) EXACT.readTree(bytes(stored));
    }

    /** Returns a result as in result files, with labels of assertions and the reason for muting in words. */
    public static ObjectNode labelled(StoredCase stored) {
        var result = stored.result();
        var json = of(stored);
        if (json.path("muted") instanceof ObjectNode muted && result.muted() != null) {
            muted.put("told", MutedCases.text(result.muted()));
        }
        labelled(json, result.dialogue() == null ? "assertions" : "final_assertions", result.assertions());
        if (result.dialogue() != null) {
            var turns = result.dialogue().turns();
            for (int i = 0; i < turns.size(); i++) {
                if (json.path("turns").path(i) instanceof ObjectNode turn) {
                    labelled(turn, "assertions", turns.get(i).assertions());
                }
            }
        }
        return json;
    }

    private static void labelled(ObjectNode json, String field, List<AssertionResult> assertions) {
        for (int i = 0; i < assertions.size(); i++) {
            if (json.path(field).path(i) instanceof ObjectNode assertion) {
                assertion.put("label", assertions.get(i).assertion().label());
            }
        }
    }

    static byte[] bytes(StoredCase stored) {
        return bytes(to -> new ResultJson(stored, to).write());
    }

    /** Returns a result with a line end; each line stands alone, so each has the labels of its run. */
    static byte[] line(StoredCase stored, Map<String, String> ofRun) {
        return bytes(to -> {
            var line = new ResultJson(stored, to);
            line.json.object(_ -> {
                line.members();
                if (!ofRun.isEmpty()) {
                    line.json.object("run_labels", labels -> ofRun.forEach(labels::text));
                }
            });
            to.writeRaw('\n');
        });
    }

    static byte[] bytes(Consumer<JsonGenerator> what) {
        var bytes = new ByteArrayOutputStream();
        try (var to = NOTHING_BETWEEN.createGenerator(bytes)) {
            what.accept(to);
        }
        return bytes.toByteArray();
    }

    private void write() {
        json.object(_ -> members());
    }

    private void members() {
        identity();
        verdict();
        conversation();
        judgement();
        measures();
        history();
    }

    private void identity() {
        json.text("key", result.identity().key()).text("id", result.identity().id()).text("name",
                result.identity().name()).text("row", result.identity().source().row());
        json.object("cell",
                cell -> cell.text("agent", result.identity().agent()).text("connector", result.identity().connector()));
        json.labels("labels", result.identity().labels()).number("repeat", stored.ref().repeat())
                .number("attempt", stored.attempt());
    }

    private void verdict() {
        json.text("status", result.verdict().status().wire()).text("cause", result.verdict().cause().wire())
                .text("error", result.verdict().error())
                .text("skip_reason", result.verdict().skipReason());
        if (result.muted() != null) {
            muted(result.muted());
        }
        json.number("score", result.score());
        if (result.verdict().status() == Status.PASSED && !result.wasJudged()) {
            json.flag("judged", false);
        }
    }

    private void muted(Muted muted) {
        json.object("muted", to -> to.text("status", muted.status().wire()).text("cause", muted.cause().wire())
                .text("owner", muted.owner()));
    }

    private void conversation() {
        if (result.observed().sent() != null) {
            sent(result.observed().sent());
        }
        json.number("messages_count", result.observed().messagesCount()).text("response", result.observed().response())
                .texts("replies", result.observed().replies());
        json.text("finish", result.dialogue() == null ? result.observed().finish() : null);
        json.some("tool_calls", CallMade.of(result), TurnJson::call);
    }

    /** Writes the input, and the messages where there is more; the inputs of a conversation stand in its turns. */
    private void sent(SentMessages sent) {
        if (result.dialogue() == null) {
            json.text("input", sent.input());
        }
        if (result.dialogue() != null || sent.messages().size() > 1) {
            json.objects("messages", sent.messages(),
                    (to, each) -> to.text("role", each.role()).text("content", SentMessages.text(each)));
        }
    }

    private void judgement() {
        if (result.dialogue() == null) {
            json.objects("assertions", result.assertions(), TurnJson::assertion);
            TurnJson.errors(json, result.assertions().stream());
        } else {
            conversation(result.dialogue());
        }
    }

    private void conversation(Dialogue dialogue) {
        json.text("simulator", dialogue.simulator()).objects("turns", dialogue.turns(), TurnJson::write);
        json.some("checkpoints", dialogue.checkpoints(), ResultJson::checkpoint)
                .some("final_assertions", result.assertions(), TurnJson::assertion);
        TurnJson.errors(json, Stream.concat(
                dialogue.turns().stream().flatMap(turn -> turn.assertions().stream()), result.assertions().stream()));
        json.number("total_turns", dialogue.turnsSent());
    }

    private static void checkpoint(Members json, CheckpointResult checkpoint) {
        json.text("id", checkpoint.id()).text("description", checkpoint.description())
                .number("reached_at_turn", checkpoint.reachedAtTurn()).flag("passed", checkpoint.passed())
                .flag("required", checkpoint.required()).text("reason", checkpoint.reason());
    }

    private void measures() {
        json.number("duration_ms", result.timing().durationMs()).number("working_ms", result.timing().workingMs());
        TurnJson.tokens(json, result.spend().usage());
        if (result.spend().helped() != null) {
            helped(result.spend().helped());
        } else if (result.dialogue() != null) {
            var used = result.dialogue().helpers();
            if (used.input() + used.output() > 0) {
                json.object("helpers", helpers -> TurnJson.tokens(helpers, used));
            }
        }
    }

    private void helped(HelperSpend helped) {
        json.object("helpers", helpers -> {
            TurnJson.tokens(helpers, helped.usage());
            helpers.number("duration_ms", helped.durationMs());
        });
    }

    private void history() {
        var started = result.timing().startedAt().toString();
        json.text("worker", stored.worker()).text("started_at", started);
        json.number("test_start_ts", result.timing().startedAt().toEpochMilli())
                .number("test_end_ts", result.timing().startedAt().toEpochMilli() + result.timing().durationMs());
        json.json().writeArrayPropertyStart("attempts");
        stored.earlier().forEach(this::earlier);
        json.object(_ -> attempt(stored.attempt(), result.verdict().status().wire(), result.verdict().cause().wire(),
                result.verdict().error(), stored.worker(), started, result.timing().durationMs(), Spent.of(result)));
        json.json().writeEndArray();
        json.text("trace_id", result.traceId()).texts("warnings", result.warnings());
    }

    private void earlier(StoredCase.Earlier earlier) {
        json.object(_ -> {
            attempt(earlier.attempt(), earlier.status(), earlier.cause(), earlier.error(), earlier.worker(),
                    earlier.startedAt() == null ? null : earlier.startedAt().toString(), earlier.durationMs(),
                    earlier.spent());
            json.text("kind", earlier.kind());
        });
    }

    private void attempt(int number, String status, String cause, @Nullable String error, @Nullable String worker,
            @Nullable String startedAt, @Nullable Long durationMs, Spent spent) {
        json.number("attempt", number).text("status", status).text("cause", cause).text("error", error)
                .text("worker", worker).text("started_at", startedAt)
                .number("duration_ms", durationMs);
        if (spent.target() != null) {
            TurnJson.tokens(json, spent.target());
        }
        var helpers = spent.helpers();
        if (helpers != null) {
            json.object("helpers", to -> TurnJson.tokens(to, helpers));
        }
    }
}
