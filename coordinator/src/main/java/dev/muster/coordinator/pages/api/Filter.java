package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * Which results of a run a page shows: those for which all its conditions hold.
 *
 * @param sql a condition on a row of {@link RunResults}, with {@code values}
 * @param passed whether a result that passed, or was cancelled, may fit
 * @param ofStatus whether it names statuses
 * @param reply what any reply says, which no condition looks for; null for anything
 */
record Filter(String sql, List<Object> values, boolean passed, boolean ofStatus, @Nullable String reply) {

    static final List<String> UNWELL = List.of("failed", "error", "flaky");
    private static final String ANY_UNWELL = "unwell";
    private static final Set<String> PASSED = Set.of("passed", "cancelled");
    private static final Set<Object> BOUNDS = Set.of("q", "least_ms", "most_ms", "least_cost", "most_cost",
            "least_score",
            "most_score");
    private static final int LONGEST_SEARCH = 1000;

    private static final String FAILURE = """
            (src_run, src_number, cell, repeat) IN (SELECT run_id, number, cell, repeat FROM failures
             WHERE run_id = ANY (@family) AND $CONDITION)
            """;
    /** A label of many cases is looked up for each row where few rows are read. */
    private static final String LABELLED = """
            CASE WHEN $FEW AND (SELECT count(*) > 20000 FROM (SELECT 1 FROM case_labels $THIS LIMIT 20001) AS those)
                 THEN (SELECT true FROM case_labels $THIS AND number = results.number LIMIT 1)
                 ELSE results.number IN (SELECT number FROM case_labels $THIS) END
            """.replace("$THIS", "WHERE run_id = @run AND name = @name$N AND value = @value$N");
    /** A case that was never begun has its key in its definition. */
    private static final String KEY = "coalesce(results.key, (SELECT c.key FROM case_definitions c "
            + "WHERE c.run_id = @run AND c.number = results.number LIMIT 1))";

    /** @throws RefusedRun when a parameter has a value that nothing can have */
    static Filter of(Query query, StoredRun run) throws RefusedRun {
        var made = new Made(query);
        boolean passed = made.status();
        var cause = query.oneOf("cause", Stream.of(Cause.values()).map(Cause::wire).toList());
        if (cause != null) {
            made.and("cause = @cause", "cause", cause);
            passed &= EnumSet.of(Cause.NONE, Cause.NOTHING_CHECKED, Cause.CANCELLED, Cause.CANCELLED_BY_AGENT)
                    .contains(Cause.of(cause));
        }
        var cell = cell(query, run);
        if (cell != null) {
            made.and("cell = @cell", "cell", cell);
        }
        int n = 0;
        for (var label : About.labels(query.all("label")).entrySet()) {
            made.and(LABELLED.replace("$N", String.valueOf(++n)), "name" + n, label.getKey());
            made.values.addAll(List.of("value" + n, label.getValue()));
        }
        if (query.text("file") != null) {
            made.and("starts_with(" + KEY + ", @file || '#')", "file", query.text("file"));
        }
        var group = query.whole("group");
        if (group != null) {
            made.and(FAILURE.replace("$CONDITION", "kind = @group"), "group", group);
            passed = false;
        }
        made.between("ms", "duration_ms");
        made.between("cost", "cost");
        made.between("score", "score");
        var reply = made.search();
        return new Filter(made.sql(), made.values, passed, !query.all("status").isEmpty(), reply);
    }

    /** Whether a bound or a word is given that hardly any result may have. */
    boolean rare() {
        return passed && values.stream().anyMatch(BOUNDS::contains);
    }

    static @Nullable Integer cell(Query query, StoredRun run) throws RefusedRun {
        var given = query.text("cell");
        var cells = run.settings().matrix().cells();
        for (int i = 0; given != null && i < cells.size(); i++) {
            if (given.equals(String.valueOf(i)) || given.equals(RunFigures.name(run, i))) {
                return i;
            }
        }
        if (given != null) {
            throw new RefusedRun("run " + run.id() + " has no cell " + given + "; it has " + IntStream
                    .range(0, cells.size()).mapToObj(i -> i + " (" + RunFigures.name(run, i) + ")").collect(
                            Collectors.joining(", ")));
        }
        return null;
    }

    private record Made(Query query, List<String> conditions, List<Object> values) {

        Made(Query query) {
            this(query, new ArrayList<>(List.of("true")), new ArrayList<>());
        }

        void and(String condition, String name, @Nullable Object value) {
            conditions.add(condition);
            values.addAll(List.of(name, Objects.requireNonNull(value)));
        }

        String sql() {
            return String.join(" AND ", conditions);
        }

        /** @return whether results that passed or were cancelled are among them */
        boolean status() throws RefusedRun {
            var statuses = new LinkedHashSet<String>();
            for (var given : query.all("status")) {
                var one = new Query(Map.of("status", List.of(given))).oneOf("status",
                        Stream.concat(Stream.of(Status.values()).map(Status::wire), Stream.of(ANY_UNWELL)).toList());
                statuses.addAll(ANY_UNWELL.equals(one) ? UNWELL : List.of(given));
            }
            if (!statuses.isEmpty()) {
                and("status = ANY (@status)", "status", statuses.toArray(String[]::new));
            }
            return statuses.isEmpty() || statuses.stream().anyMatch(PASSED::contains);
        }

        void between(String name, String column) throws RefusedRun {
            var least = query.number("min_" + name);
            var most = query.number("max_" + name);
            if (least != null) {
                and(column + " >= @least_" + name, "least_" + name, least);
            }
            if (most != null) {
                and(column + " <= @most_" + name, "most_" + name, most);
            }
        }

        /** Words are looked for by their beginnings; with {@code replies=all} by {@link ReplyScan}. */
        @Nullable
        String search() throws RefusedRun {
            var text = query.text("q");
            if (text == null || text.isBlank()) {
                return null;
            }
            if (text.length() > LONGEST_SEARCH) {
                throw new RefusedRun("'q' has " + LONGEST_SEARCH + " characters at most");
            }
            if ("all".equals(query.oneOf("replies", List.of("all", "unpassed")))) {
                return text;
            }
            var words = text.strip().replace("\\", "\\\\").replace("'", "''");
            and("(strpos(" + KEY + ", @q) > 0 OR status <> 'passed' AND " + FAILURE.replace("$CONDITION",
                    "words @@ to_tsquery('simple', @words)") + ")", "q", text);
            values.addAll(List.of("words", Stream.of(words.split(" ", -1)).filter(word -> !word.isBlank())
                    .map(word -> "'" + word + "':*").collect(Collectors.joining(" & "))));
            return null;
        }
    }
}
