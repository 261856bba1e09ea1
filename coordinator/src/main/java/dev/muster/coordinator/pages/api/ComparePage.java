package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparer;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.RunSelection;
import dev.muster.coordinator.analysis.comparison.Sides;
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

    private record Compared(ObjectNode brief, Map<String, List<Change>> changes) {}

    record ChangedCases(@JsonInclude List<ObjectNode> cases, @Nullable String next) {}

    private final Database database;
    private final Map<List<Object>, Compared> kept = Collections.synchronizedMap(new LinkedHashMap<>() {
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
        return new ChangedCases(shown.stream().map(each -> ComparisonJson.change(each).put("id",
                each.key().substring(each.key().indexOf('#') + 1))).toList(),
                found.size() <= limit ? null : Query.next(shown.getLast().key()));
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
        var name = Stream
                .concat(selected.sides().stream(), selected.named().stream().map(Sides.Named::run).map(stamp::stamp))
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
                    return new Compared(ComparisonJson.summary(new Comparison(selected.sides(), figures, pairings,
                            selected.gateFailure(figures, pairings))), lists);
                });
        if (selected.named().stream().allMatch(each -> each.run().state().over())) {
            kept.put(name, found);
        }
        return found;
    }
}
