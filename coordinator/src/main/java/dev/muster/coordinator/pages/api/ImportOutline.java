package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.config.ProjectConfig.Targets;
import dev.muster.common.json.Json;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.news.WrittenResults;
import dev.muster.coordinator.analysis.news.WrittenResults.UnusableResult;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunSettings.Pacing;
import dev.muster.coordinator.run.RunSettings.Policies;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is known of a run once all of its results were seen. */
final class ImportOutline {

    private static final int MOST_REPEATS = 10_000;
    /** Whole numbers from 0 on, below this. */
    private static final Map<String, Long> COUNTS = Map.of("repeat", (long) MOST_REPEATS, "attempt", 1L << 31,
            "total_turns", 1L << 31, "messages_count", 1L << 31, "duration_ms", 1L << 53, "working_ms", 1L << 53,
            "tokens/input", 1L << 53, "tokens/output", 1L << 53, "helpers/tokens/input", 1L << 53,
            "helpers/tokens/output", 1L << 53);
    private static final List<String> AMOUNTS = List.of("score", "cost_usd", "helpers/cost_usd");

    private final Map<String, ObjectNode> cases = new LinkedHashMap<>();
    private final Map<String, String> cellOf = new HashMap<>();
    private final SortedSet<String> cells = new TreeSet<>();
    private final SortedSet<String> agents = new TreeSet<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private Instant begins = Instant.MAX;
    private Instant ends = Instant.EPOCH;
    private boolean isWide;
    private boolean cancelled;

    void add(ObjectNode result) {
        var key = result.path("key").asString();
        var cell = WrittenResults.cell(result);
        check(result);
        known(result, "status", Stream.of(Status.values()).map(Status::wire));
        known(result, "cause", Stream.of(Cause.values()).map(Cause::wire));
        cells.add(cell);
        agents.add(result.path("cell").path("agent").asString());
        isWide |= !cellOf.computeIfAbsent(key, _ -> cell).equals(cell);
        var known = cases.computeIfAbsent(key, _ -> definition(result, cases.size()));
        known.put("repeats", Math.max(known.path("repeats").asInt(), 1 + result.path("repeat").asInt()));
        var began = began(result);
        var ended = began.plusMillis(result.path("duration_ms").asLong());
        begins = began.isBefore(begins) ? began : begins;
        ends = ended.isAfter(ends) ? ended : ends;
        cancelled |= result.path("status").asString().equals("cancelled");
        result.path("run_labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
    }

    private static void known(ObjectNode result, String member, Stream<String> names) {
        var value = result.path(member).asString();
        if (names.noneMatch(value::equals)) {
            throw new UnusableResult("'" + value + "' is not a " + member + " of a result");
        }
    }

    private static void check(ObjectNode result) {
        COUNTS.forEach((member, end) -> {
            var value = result.at("/" + member);
            if (!value.isMissingNode() && !(value.isIntegralNumber() && value.canConvertToLong()
                    && value.longValue() >= 0 && value.longValue() < end)) {
                throw new UnusableResult("'" + member + "' is " + value + "; it takes a whole number from 0 to "
                        + (end - 1));
            }
        });
        for (var member : AMOUNTS) {
            var value = result.at("/" + member);
            if (!value.isMissingNode() && !value.isNull() && !value.isNumber()) {
                throw new UnusableResult("'" + member + "' is " + value + "; it takes a number");
            }
        }
    }

    private static ObjectNode definition(ObjectNode result, int number) {
        var row = Json.MAPPER.createObjectNode().put("number", number).put("key", result.path("key").asString())
                .put("id", result.path("id").asString()).put("name", result.path("name").asString(null));
        var definition = row.putObject("definition");
        for (var member : List.of("key", "labels", "input", "messages")) {
            if (result.has(member)) {
                definition.set(member, result.get(member));
            }
        }
        definition.putObject("source").put("file", fileOf(result.path("key").asString()));
        return row;
    }

    Instant begins() {
        return begins;
    }

    Instant ends() {
        return ends;
    }

    Set<String> agents() {
        return agents;
    }

    boolean cancelled() {
        return cancelled;
    }

    int number(ObjectNode result) {
        return Objects.requireNonNull(cases.get(result.path("key").asString())).path("number").asInt();
    }

    int cell(ObjectNode result) {
        return isWide ? cells.headSet(WrittenResults.cell(result)).size() : 0;
    }

    ArrayNode definitions() {
        return Json.MAPPER.createArrayNode().addAll(cases.values());
    }

    RunSettings settings(ObjectNode head, Path file) {
        head.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        var inputs = head.path("inputs").isArray()
                ? head.path("inputs").valueStream().map(JsonNode::asString).toList()
                : cases.keySet().stream().map(ImportOutline::fileOf).distinct().limit(20).toList();
        var matrix = !isWide ? Matrix.ONCE : new Matrix(cells.stream().map(name -> {
            int slash = name.indexOf(" / ");
            return slash < 0 ? new Cell(name, null) : new Cell(name.substring(0, slash), name.substring(slash + 3));
        }).toList(), 1, false);
        return new RunSettings(inputs, Targets.NONE, Pacing.of(1, Duration.ofMinutes(5)), Policies.USUAL,
                CaseNeeds.NONE, matrix).with(
                        new About(labels, null, About.SEED, null, null,
                                inputs.isEmpty() ? file.toString() : String.join(", ", inputs),
                                project(head)));
    }

    private static @Nullable String project(ObjectNode head) {
        var project = head.path("project").asString("");
        return project.isBlank() ? null : ProjectName.of(project);
    }

    static Instant began(ObjectNode result) {
        var given = result.path("started_at").asString("1970-01-01T00:00:00Z");
        try {
            return Query.moment(given);
        } catch (DateTimeException e) {
            throw new UnusableResult("'started_at' is '" + given + "'; it takes a time like 2026-01-31T09:30:00Z");
        }
    }

    static String fileOf(String key) {
        return key.substring(0, Math.max(0, key.indexOf('#')));
    }
}
