package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.FailureGroups.Group;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The columns of every result that lists, filters and charts need, some thousand results per block. */
final class Index {

    private static final int MOST = 5000;
    private static final int LONGEST_REASON = 240;

    private final Blocks blocks;
    private final Names statuses = new Names();
    private final Names causes = new Names();
    private final Names files = new Names();
    private final Names workers = new Names();
    private ObjectNode columns = Json.MAPPER.createObjectNode();
    private int rows;

    Index(Blocks blocks) {
        this.blocks = blocks;
    }

    /** @param group its group of failures; null for none */
    void add(StoredCase stored, @Nullable Group group, Instant began) throws IOException {
        var result = stored.result();
        identity(stored, result);
        column("status").add(statuses.number(result.verdict().status().wire()));
        column("cause").add(causes.number(result.verdict().cause().wire()));
        column("group").add(group == null ? -1 : group.number());
        column("reason").add(reason(stored, result));
        column("cost").add(result.spend().usage().costUsd());
        column("score").add(result.score());
        times(stored, result, began);
        if (++rows == MOST) {
            flush();
        }
    }

    private void identity(StoredCase stored, CaseResult result) {
        column("number").add(stored.ref().number());
        column("cell").add(stored.ref().cell());
        column("repeat").add(stored.ref().repeat());
        column("id").add(result.identity().id());
        column("name").add(result.identity().title());
        column("labels").add(result.identity().labels().isEmpty() ? null
                : Json.MAPPER.<JsonNode>valueToTree(result.identity().labels()));
        column("file").add(files.number(result.identity().source().file()));
        column("line").add(result.identity().source().line());
    }

    private void times(StoredCase stored, CaseResult result, Instant began) {
        boolean ran = stored.attempt() > 0 && result.verdict().status() != Status.CANCELLED;
        column("ms").add(ran ? result.timing().durationMs() : 0);
        column("first").add(ran ? result.timing().firstEventMs() : -1);
        column("start").add(Duration.between(began, result.timing().startedAt()).toMillis());
        column("worker").add(workers.number(stored.worker() == null ? "" : stored.worker()));
    }

    private static @Nullable String reason(StoredCase stored, CaseResult result) {
        if (result.verdict().status() == Status.PASSED) {
            return null;
        }
        if (result.muted() != null) {
            return cut(MutedCases.text(result.muted()));
        }
        return Reasons.first(stored).map(Index::cut).orElse(null);
    }

    private static String cut(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
    }

    private ArrayNode column(String name) {
        return columns.withArray(name);
    }

    void flush() throws IOException {
        if (rows > 0) {
            blocks.add(columns);
            columns = Json.MAPPER.createObjectNode();
            rows = 0;
        }
    }

    /** Numbers for repeated names. */
    private static final class Names {

        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        int number(String name) {
            return numbers.computeIfAbsent(name, added -> numbers.size());
        }

        Set<String> all() {
            return numbers.keySet();
        }
    }

    /** Writes the names that columns refer to by number. */
    void put(ObjectNode json) {
        statuses.all().forEach(json.putArray("statuses")::add);
        causes.all().forEach(json.putArray("causes")::add);
        files.all().forEach(json.putArray("files")::add);
        workers.all().forEach(json.putArray("workers")::add);
    }
}
