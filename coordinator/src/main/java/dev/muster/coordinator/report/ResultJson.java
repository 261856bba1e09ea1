package dev.muster.coordinator.report;

import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Helped;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.StoredCase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A result as result files have it: the seeds' field names, in the seeds' order; what there is not is left out. */
public final class ResultJson {

    private final StoredCase stored;
    private final CaseResult result;
    private final ObjectNode json = Json.MAPPER.createObjectNode();

    private ResultJson(StoredCase stored) {
        this.stored = stored;
        this.result = stored.result();
    }

    public static ObjectNode of(StoredCase stored) {
        return new ResultJson(stored).build();
    }

    private ObjectNode build() {
        identity();
        verdict();
        conversation();
        judgement();
        measures();
        history();
        return json;
    }

    private void identity() {
        json.put("key", result.key()).put("id", result.id());
        text("name", result.name());
        var cell = json.putObject("cell").put("agent", result.agent());
        if (result.connector() != null) {
            cell.put("connector", result.connector());
        }
        json.put("repeat", stored.ref().repeat()).put("attempt", stored.attempt());
    }

    private void verdict() {
        json.put("status", result.status().wire()).put("cause", result.cause().wire());
        text("error", result.error());
        text("skip_reason", result.skipReason());
        if (result.muted() != null) {
            json.putObject("muted").put("status", result.muted().status().wire())
                    .put("cause", result.muted().cause().wire()).put("owner", result.muted().owner());
        }
        if (result.dialogue() != null && result.dialogue().score() != null) {
            json.put("score", result.dialogue().score());
        }
        if (result.status() == Status.PASSED && !Judged.is(result)) {
            json.put("judged", false);
        }
    }

    private void conversation() {
        json.put("messages_count", result.messagesCount());
        text("response", result.response());
        TurnJson.putCalls(json, result.toolCalls());
    }

    private void judgement() {
        if (result.dialogue() == null) {
            AssertionJson.put(json, "assertions", result.assertions());
            AssertionJson.putErrors(json, result.assertions().stream());
        } else {
            ConversationJson.put(json, result.dialogue(), result.assertions());
        }
    }

    private void measures() {
        json.put("duration_ms", result.durationMs()).put("working_ms", result.workingMs());
        TurnJson.putTokens(json, result.usage());
        if (result.helped() != null) {
            putHelped(result.helped());
        } else if (result.dialogue() != null) {
            ConversationJson.putHelpers(json, result.dialogue());
        }
    }

    private void putHelped(Helped helped) {
        var helpers = json.putObject("helpers");
        TurnJson.putTokens(helpers, helped.usage());
        helpers.put("duration_ms", helped.durationMs());
    }

    private void history() {
        text("worker", stored.worker());
        json.put("started_at", result.startedAt().toString());
        var attempts = json.putArray("attempts");
        stored.earlier().forEach(earlier -> earlier(attempts, earlier));
        attempt(attempts, stored.attempt(), result.status().wire(), result.cause().wire(), result.error(),
                stored.worker(), result.startedAt(), result.durationMs(), Spent.of(result));
        text("trace_id", result.traceId());
        if (!result.warnings().isEmpty()) {
            var warnings = json.putArray("warnings");
            result.warnings().forEach(warnings::add);
        }
    }

    private static void earlier(ArrayNode attempts, StoredCase.Earlier earlier) {
        attempt(attempts, earlier.attempt(), earlier.status(), earlier.cause(), earlier.error(), earlier.worker(),
                earlier.startedAt(), earlier.durationMs(), earlier.spent()).put("kind", earlier.kind());
    }

    private static ObjectNode attempt(ArrayNode attempts, int number, String status, String cause,
            @Nullable String error, @Nullable String worker, @Nullable Instant startedAt, @Nullable Long durationMs,
            Spent spent) {
        var json = attempts.addObject().put("attempt", number).put("status", status).put("cause", cause);
        text(json, "error", error);
        text(json, "worker", worker);
        text(json, "started_at", startedAt == null ? null : startedAt.toString());
        if (durationMs != null) {
            json.put("duration_ms", durationMs);
        }
        if (spent.target() != null) {
            TurnJson.putTokens(json, spent.target());
        }
        if (spent.helpers() != null) {
            TurnJson.putTokens(json.putObject("helpers"), spent.helpers());
        }
        return json;
    }

    private void text(String field, @Nullable String value) {
        text(json, field, value);
    }

    private static void text(ObjectNode json, String field, @Nullable String value) {
        if (value != null) {
            json.put(field, value);
        }
    }
}
