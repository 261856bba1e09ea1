package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.common.json.Flat;
import dev.muster.common.json.Json;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.RefusedRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** The cases of a run that have a result which fits a filter, in the order of that result, in pages. */
final class CaseList {

    /** What comes first; of the same, cases come by their numbers. */
    private static final Map<String, String> SORTS = sorts();
    private static final String WORST = "worst";
    private static final String NUMBER = "number";

    private static final String BY_NUMBER = """
            SELECT DISTINCT results.number, $PLACE AS place FROM $RESULTS
            WHERE $RUN AND results.number > @number AND $PART AND $FILTER
            ORDER BY results.number LIMIT @atMost
            """;
    private static final String BY_PLACE = """
            SELECT results.number, $PLACE AS place FROM $RESULTS
            WHERE $RUN AND $AFTER AND $PART AND $FILTER
            ORDER BY place, results.number LIMIT @atMost
            """;
    private static final String ROWS = """
            SELECT results.number, cell, repeat, status, muted, duration_ms, cost, score,
                   CASE WHEN $FILTER THEN $PLACE END AS place,
                   CASE WHEN status <> 'passed' THEN
                        (SELECT f.reason FROM failures f WHERE f.run_id = src_run AND f.number = src_number
                         AND f.cell = results.cell AND f.repeat = results.repeat LIMIT 1) END AS reason
            FROM $RESULTS WHERE $ALL AND results.number = ANY (@numbers) ORDER BY results.number, cell, repeat
            """;
    private static final String DEFINED = """
            SELECT number, key, id, name, definition::json #>> '{source,file}' AS file,
                   definition::json #>> '{source,line}' AS line, definition::json ->> 'labels' AS labels
            FROM case_definitions WHERE run_id = @run AND number = ANY (@numbers)
            """;
    private static final String COUNT = """
            SELECT count(*) AS cases, coalesce(sum(fitting), 0)::bigint AS results
            FROM (SELECT count(*) AS fitting FROM $RESULTS WHERE $RUN AND $FILTER GROUP BY results.number) AS by_case
            """;
    /** Where nothing is repeated, each result is a case. */
    private static final String COUNT_ONCE = """
            SELECT count(*) AS cases, count(*) AS results FROM $RESULTS WHERE $RUN AND $FILTER
            """;
    private final RunResults results;
    private final Filter filter;
    private final String sort;

    CaseList(RunResults results, Filter filter, String sort) {
        this.results = results;
        this.filter = filter;
        this.sort = sort;
    }

    RunResults results() {
        return results;
    }

    Filter filter() {
        return filter;
    }

    /** @param dots a letter for each repeat, {@code .} for one that has no result yet */
    @Flat
    record CellRow(int cell, String dots, String status, long ms, @Nullable Double costUsd, @Nullable Double score,
            @Nullable String reason, @Nullable String muted) {

        /** Whether one of the repeats says something about the agent. */
        boolean isJudged() {
            return hasFailed() || hasPassed();
        }

        boolean hasFailed() {
            return dots.indexOf('F') >= 0;
        }

        boolean hasPassed() {
            return dots.indexOf('P') >= 0 || dots.indexOf('Y') >= 0;
        }
    }

    record CaseRow(int number, String key, String id, @Nullable String name, String file, int line,
            Map<String, String> labels, List<CellRow> cells) {}

    /**
     * A page of cases.
     *
     * @param next what to ask for after it; null at the end
     */
    record CaseRows(@JsonInclude List<CaseRow> cases, @Nullable String next) {}

    record Counted(long cases, long results) {}

    /** @param place that it fits in; null when it does not fit */
    record Row(int number, int cell, int repeat, String status, @Nullable String muted, long ms, Figures figures,
            @Nullable Double place, @Nullable String reason) {

        record Figures(@Nullable Double cost, @Nullable Double score) {}

        static Row of(ResultSet row) throws SQLException {
            return new Row(row.getInt("number"), row.getInt("cell"), row.getInt("repeat"), row.getString("status"),
                    row.getString("muted"), row.getLong("duration_ms"),
                    new Figures(number(row, "cost"), number(row, "score")), number(row, "place"),
                    row.getString("reason"));
        }

        private static @Nullable Double number(ResultSet row, String column) throws SQLException {
            double value = row.getDouble(column);
            return row.wasNull() ? null : Double.valueOf(value);
        }
    }

    private static Map<String, String> sorts() {
        var sorts = new LinkedHashMap<String, String>();
        sorts.put(WORST,
                "(CASE status WHEN 'failed' THEN 0 WHEN 'error' THEN 1 WHEN 'flaky' THEN 2 ELSE 3 END)::float8");
        sorts.put(NUMBER, "0::float8");
        for (var column : List.of("ms duration_ms", "cost cost", "score score")) {
            var of = column.split(" ", -1);
            sorts.put(of[0], "coalesce(" + of[1] + ", 'Infinity')::float8");
            sorts.put("-" + of[0], "coalesce(-" + of[1] + ", 'Infinity')::float8");
        }
        sorts.replaceAll((name, sql) -> sql.replace("duration_ms", "duration_ms::float8"));
        return sorts;
    }

    /** @throws RefusedRun when the order is not known */
    static String sort(Query query) throws RefusedRun {
        return Objects.requireNonNullElse(query.oneOf("sort", SORTS.keySet()), WORST);
    }

    Counted count() throws SQLException {
        boolean once = results.run().settings().matrix().cells().size() == 1 && !repeated();
        return results.list(once ? COUNT_ONCE : COUNT, filter,
                row -> new Counted(row.getLong("cases"), row.getLong("results"))).getFirst();
    }

    /** Whether a case may have several results: then a page may begin with one whose case was shown for another. */
    private boolean repeated() throws SQLException {
        return results.list("SELECT 1 FROM case_definitions WHERE run_id = @run AND repeats > 1 LIMIT 1", filter,
                row -> row.getInt(1)).contains(1);
    }

    /** Where a page ends. */
    record Place(double place, int number) {

        static final Place START = new Place(Double.NEGATIVE_INFINITY, -1);

        /** @throws IllegalArgumentException when it is of another order, or of none */
        static Place of(List<String> parts, String sort) {
            var place = new Place(Double.parseDouble(parts.get(0)), Integer.parseInt(parts.get(1)));
            if (Double.isNaN(place.place) || place.number < 0 || !parts.get(2).equals(sort)) {
                throw new IllegalArgumentException(parts.toString());
            }
            return place;
        }
    }

    CaseRows page(@Nullable Place after, int limit) throws SQLException {
        var last = after == null ? Place.START : after;
        var shown = new LinkedHashMap<Integer, Place>();
        var rows = new HashMap<Integer, List<Row>>();
        int atMost = limit + 1;
        for (boolean more = true; more && shown.size() <= limit;) {
            var found = candidates(last, atMost);
            more = found.size() == atMost;
            var fresh = found.stream().map(Place::number).distinct().filter(number -> !rows.containsKey(number))
                    .toList();
            rows.putAll(rows(fresh));
            for (var each : found) {
                boolean again = each.equals(last) || shown.containsKey(each.number);
                if (!again && each.place == best(rows.getOrDefault(each.number, List.of())) && shown.size() <= limit) {
                    shown.put(each.number, each);
                }
            }
            if (more) {
                // many results of one case may be in one place
                atMost = found.getLast().equals(last) || found.getFirst().equals(found.getLast()) ? 2 * atMost : atMost;
                last = found.getLast();
            }
        }
        var numbers = shown.keySet().stream().limit(limit).toList();
        return new CaseRows(shown(numbers, rows), shown.size() <= limit ? null
                : Query.next(Objects.requireNonNull(shown.get(numbers.getLast())).place, numbers.getLast(),
                        sort));
    }

    private List<Place> candidates(Place after, int atMost) throws SQLException {
        if (sort.equals(NUMBER)) {
            return byNumber("true", after, atMost);
        }
        if (!sort.equals(WORST) || filter.rare()) { // one reading of the run, not two
            return places(BY_PLACE, "true", after, atMost);
        }
        var found = new ArrayList<Place>();
        var unwell = new Filter(filter.sql(), filter.values(), false, filter.ofStatus(), filter.reply());
        if (after.place < 3) {
            found.addAll(new CaseList(results, unwell, sort).places(BY_PLACE, "status IN ('failed', 'error', 'flaky')",
                    after, atMost));
        }
        if (found.size() < atMost) {
            found.addAll(byNumber("status NOT IN ('failed', 'error', 'flaky')",
                    after.place < 3 ? new Place(3, -1) : after, atMost - found.size()));
        }
        return found;
    }

    List<Place> byNumber(String part, Place after, int atMost) throws SQLException {
        return places(BY_NUMBER, part, after, atMost);
    }

    private List<Place> places(String sql, String part, Place after, int atMost) throws SQLException {
        var reached = after.equals(Place.START) ? "true" : "($PLACE, results.number) >= (@place, @number)";
        return results.list(placed(sql.replace("$AFTER", reached)).replace("$PART", part), filter,
                row -> new Place(row.getDouble("place"), row.getInt("number")), "place", after.place, "number",
                after.number, "atMost", atMost);
    }

    private String placed(String sql) {
        return sql.replace("$PLACE", Objects.requireNonNull(SORTS.get(sort)));
    }

    Map<Integer, List<Row>> rows(List<Integer> numbers) throws SQLException {
        return results.list(placed(ROWS), filter, Row::of, "numbers", numbers.toArray(Integer[]::new)).stream()
                .collect(Collectors.groupingBy(Row::number));
    }

    private static double best(List<Row> rows) {
        return rows.stream().map(Row::place).filter(Objects::nonNull).mapToDouble(Double::doubleValue).min()
                .orElse(Double.NaN);
    }

    /** Returns cases in this order. */
    List<CaseRow> shown(List<Integer> numbers, Map<Integer, List<Row>> rows) throws SQLException {
        var found = results.list(DEFINED, filter, row -> new CaseRow(row.getInt("number"), row.getString("key"),
                row.getString("id"), row.getString("name"), Objects.requireNonNullElse(row.getString("file"), ""),
                row.getInt("line"), labels(row.getString("labels")),
                cells(rows.getOrDefault(row.getInt("number"), List.of()))), "numbers",
                numbers.toArray(Integer[]::new)).stream().collect(Collectors.toMap(CaseRow::number, each -> each));
        return numbers.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    private static Map<String, String> labels(@Nullable String json) {
        return json == null ? Map.of() : Json.MAPPER.readValue(json, new TypeReference<TreeMap<String, String>>() {});
    }

    static List<CellRow> cells(List<Row> rows) {
        return rows.stream().collect(Collectors.groupingBy(Row::cell, TreeMap::new, Collectors.toList())).entrySet()
                .stream().map(cell -> cell(cell.getKey(), cell.getValue())).toList();
    }

    private static CellRow cell(int cell, List<Row> repeats) {
        var dots = new StringBuilder(".".repeat(repeats.getLast().repeat + 1));
        repeats.forEach(each -> dots.setCharAt(each.repeat, dot(Status.of(each.status))));
        var worst = repeats.stream().map(each -> Status.of(each.status)).min(Comparator.comparingInt(BAD::indexOf));
        var ms = repeats.stream().mapToLong(Row::ms).sorted().toArray();
        var scores = repeats.stream().map(each -> each.figures.score).filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue).average();
        return new CellRow(cell, dots.toString(), worst.orElseThrow().wire(), ms[(ms.length - 1) / 2],
                repeats.stream().map(each -> each.figures.cost).filter(Objects::nonNull).reduce(Double::sum)
                        .orElse(null),
                scores.isEmpty() ? null : Double.valueOf(scores.getAsDouble()),
                repeats.stream().map(Row::reason).filter(Objects::nonNull).findFirst().orElse(null),
                repeats.stream().map(Row::muted).filter(Objects::nonNull).findFirst().orElse(null));
    }

    private static final List<Status> BAD = List.of(Status.FAILED, Status.ERROR, Status.FLAKY, Status.SKIPPED,
            Status.CANCELLED, Status.PASSED);

    private static char dot(Status status) {
        return status == Status.FLAKY ? 'Y' : status.name().charAt(0);
    }
}
