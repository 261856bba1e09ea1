package dev.muster.coordinator.view;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparer;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.RunSelection;
import dev.muster.coordinator.analysis.comparison.Side;
import dev.muster.coordinator.analysis.comparison.Sides;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.report.json.ComparisonJson;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunNames;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Comparisons of runs; the newest few of runs that are over are kept. */
final class ComparePage {

    private static final int KEPT = 8;
    /** Changes of one kind that are kept of a pair. */
    private static final int MOST_CHANGES = 5_000;

    private static final String SIDE = """
            SELECT results.key, min(results.number) AS number, count(*) FILTER (WHERE status = 'passed') AS passed,
                   count(*) FILTER (WHERE cause IN $RATES) AS judged
            FROM $RESULTS WHERE $ALL AND cell = @cell AND results.key = ANY (@keys) GROUP BY results.key
            """.replace("$RATES", Figures.IN_RATES);
    private static final Filter ALL = new Filter("true", List.of(), true, false, null);

    private record Compared(ObjectNode brief, Map<String, List<Change>> changes) {}

    /** @param before such as {@code 3/3}; null where the side has no such case */
    record ChangedCase(String key, String id, @Nullable String cause, @Nullable String before, @Nullable String after,
            @Nullable Integer numberA, @Nullable Integer numberB) {}

    record ChangedCases(List<ChangedCase> cases, @Nullable String next) {}

    private record Tried(int number, String tries) {}

    private final Database database;
    private final Map<List<Object>, Compared> kept = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Compared> eldest) {
            return size() > KEPT;
        }
    });

    ComparePage(Database database) {
        this.database = database;
    }

    ObjectNode of(RunNames names, Query query) throws RefusedRun {
        return compared(RunSelection.find(query.all("run"), names)).brief;
    }

    /** @throws RefusedRun when there is no such pair or kind */
    ChangedCases cases(RunNames names, Query query) throws RefusedRun {
        var selected = RunSelection.find(query.all("run"), names);
        var given = query.whole("pair");
        int pair = given == null ? 0 : given;
        if (pair >= selected.pairs().size()) {
            throw new RefusedRun("there is no pair " + pair + "; this comparison has " + selected.pairs().size()
                    + ", counted from 0");
        }
        var kind = Objects.requireNonNullElse(query.oneOf("kind", Stream.of(Kind.values()).map(Kind::wire).toList()),
                Kind.NEWLY_FAILING.wire());
        int limit = query.limit(100, 1000);
        var after = Objects.requireNonNullElse(query.after(List::getFirst), "");
        var found = changes(selected, pair, Kind.valueOf(kind.toUpperCase(Locale.ROOT)), after, limit + 1);
        var shown = found.subList(0, Math.min(limit, found.size()));
        var sides = selected.pairs().get(pair);
        var keys = shown.stream().map(Change::key).toArray(String[]::new);
        var before = tried(selected, sides.first(), keys);
        var now = tried(selected, sides.second(), keys);
        return new ChangedCases(shown.stream().map(each -> changed(each, before.get(each.key()), now.get(each.key()))).toList(),
                found.size() <= limit ? null : Query.next(shown.getLast().key()));
    }

    private static ChangedCase changed(Change change, @Nullable Tried before, @Nullable Tried now) {
        return new ChangedCase(change.key(), change.key().substring(change.key().indexOf('#') + 1), change.cause(),
                before == null ? null : before.tries, now == null ? null : now.tries, before == null ? null : before.number,
                now == null ? null : now.number);
    }

    private Map<String, Tried> tried(RunSelection selected, Side side, String... keys) {
        var run = selected.named().stream().map(Sides.Named::run).filter(one -> one.id().equals(side.run())).findFirst();
        var tried = new HashMap<String, Tried>();
        RunResults.read(database, run.orElseThrow(), results -> results.list(SIDE, ALL, row -> tried.put(row.getString("key"),
                new Tried(row.getInt("number"), row.getInt("passed") + "/" + row.getInt("judged"))) == null, "cell", side
                        .cell(), "keys", keys));
        return tried;
    }

    private List<Change> changes(RunSelection selected, int pair, Kind kind, String after, int atMost) {
        var first = compared(selected).changes.getOrDefault(name(pair, kind), List.of());
        int from = after.isEmpty() ? 0 : first.stream().map(Change::key).toList().indexOf(after) + 1;
        if ((from > 0 || after.isEmpty()) && (first.size() < MOST_CHANGES || from + atMost <= MOST_CHANGES)) {
            return first.subList(from, Math.min(from + atMost, first.size()));
        }
        return new Comparer(database, selected.seed()).compare(selected.sides(), selected.pairs(), false,
                (figures, pairings, changes) -> changes.after(pair, kind, after, atMost));
    }

    private static String name(int pair, Kind kind) {
        return pair + " " + kind.wire();
    }

    private Compared compared(RunSelection selected) {
        var stamp = new RunFigures(database);
        var name = Stream.concat(selected.sides().stream(), selected.named().stream().map(Sides.Named::run).map(stamp::stamp))
                .<Object>map(each -> each).toList();
        var known = kept.get(name);
        if (known != null) {
            return known;
        }
        var found = new Comparer(database, selected.seed()).compare(selected.sides(), selected.pairs(), true,
                (figures, pairings, changes) -> {
                    var lists = new HashMap<String, List<Change>>();
                    for (int i = 0; i < pairings.size(); i++) {
                        for (var kind : Kind.values()) {
                            if (pairings.get(i).counts().of(kind) > 0) {
                                lists.put(name(i, kind), changes.after(i, kind, "", MOST_CHANGES));
                            }
                        }
                    }
                    return new Compared(ComparisonJson.brief(new Comparison(selected.sides(), figures, pairings,
                            selected.gateFailure(figures, pairings))), lists);
                });
        if (selected.named().stream().allMatch(each -> each.run().state().over())) {
            kept.put(name, found);
        }
        return found;
    }
}
