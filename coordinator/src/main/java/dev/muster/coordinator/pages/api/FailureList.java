package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.coordinator.report.LastMessages;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.ResultTable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What did not pass in a run, by cause and by similar reasons, as far as it is indexed. */
record FailureList(CaseList cases) {

    /** Groups whose example has its input and its reply. */
    private static final int MOST_SHOWN = 20;

    private static final String GROUPS = """
            SELECT kind, f_cause, shape, count(*) AS size, min(ARRAY[results.number, results.cell,
                results.repeat]) AS first
            FROM $RESULTS JOIN (SELECT run_id AS f_run, number AS f_number, cell AS f_cell, repeat AS f_repeat, kind,
                                       cause AS f_cause, shape FROM failures WHERE run_id = ANY (@family)) AS f
                 ON f_run = src_run AND f_number = src_number AND f_cell = results.cell AND f_repeat = results.repeat
            WHERE $RUN AND $FILTER AND (@ofStatus OR status IN ('failed', 'error', 'flaky'))
            GROUP BY kind, f_cause, shape ORDER BY size DESC, first LIMIT 300
            """;

    /** @param input the beginning of the last one; null for none, as the reply to it */
    record Example(int number, int cell, int repeat, String id, String file, int line, String reason,
            @Nullable String input, @Nullable String reply) {

        Example readable(Overlay overlay, Database database, String run) {
            return overlay.over(new ResultTable(database).ofCase(run, number, cell, repeat, 1)).stream()
                    .map(StoredCase::result).map(LastMessages::of).findFirst()
                    .map(messages -> new Example(number, cell, repeat, id,
                            file, line, reason, messages.input(), messages.reply()))
                    .orElse(this);
        }
    }

    record Group(int group, String cause, String message, long size, Example example) {}

    record Groups(@JsonInclude List<Group> groups) {

        /** Adds what was said to the first examples; not inside of a transaction. */
        Groups readable(Database database, String run) {
            var overlay = Overlay.of(database, run);
            return new Groups(Stream
                    .concat(groups.stream().limit(MOST_SHOWN).map(each -> new Group(each.group, each.cause,
                            each.message, each.size, each.example.readable(overlay, database, run))),
                            groups.stream().skip(MOST_SHOWN))
                    .toList());
        }
    }

    private record Found(int group, String cause, String shape, long size, List<Integer> first) {}

    Groups groups() throws SQLException {
        var filter = cases.filter();
        var unpassed = new Filter(filter.sql(), filter.values(), false, filter.ofStatus(), null);
        var found = cases.results().list(GROUPS, unpassed, row -> new Found(row.getInt("kind"),
                row.getString("f_cause"), row.getString("shape"), row.getLong("size"),
                List.of((Integer[]) row.getArray("first").getArray())), "ofStatus", filter.ofStatus());
        var numbers = found.stream().map(each -> each.first.get(0)).distinct().toList();
        var rows = cases.rows(numbers);
        var shown = cases.shown(numbers, rows).stream().collect(Collectors.toMap(CaseList.CaseRow::number,
                each -> each));
        var groups = new ArrayList<Group>();
        for (var each : found) {
            var row = rows.getOrDefault(each.first.get(0), List.of()).stream()
                    .filter(one -> one.cell() == each.first.get(1)
                            && one.repeat() == each.first.get(2))
                    .findFirst();
            var about = shown.get(each.first.get(0));
            if (about != null && row.isPresent()) {
                var reason = Objects.requireNonNullElse(row.get().reason(), each.shape);
                groups.add(new Group(each.group, each.cause, each.size == 1 ? reason : each.shape, each.size,
                        new Example(each.first.get(0), each.first.get(1), each.first.get(2), about.id(), about.file(),
                                about.line(),
                                reason, null, null)));
            }
        }
        return new Groups(groups);
    }
}
