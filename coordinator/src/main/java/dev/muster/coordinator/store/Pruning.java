package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes old runs with everything that belongs to them alone. History stays: it belongs to cases, not to runs. A run goes
 * at once, its rows in large tables in portions: a fleet goes on meanwhile, and another process may end what this one began.
 */
public final class Pruning {

    private static final List<String> OF_RUNS = List.of("attempts", "first_cases", "run_parts", "failures",
            "case_labels", "case_definitions");
    private static final List<String> OF_DAYS = List.of("result_details", "detail_blocks", "results");
    private static final int PORTION = 5_000;

    private final Database database;
    private final Writes writes;
    private final @Nullable String fleet;
    private final LocalDate today;
    /** The size of each day that went as a whole. */
    private final List<Long> days = new ArrayList<>();

    public Pruning(Database database, Instant now) {
        this(database, database, null, now);
    }

    /** @param fleet whose runs are old; null for those of all */
    public Pruning(Database database, Writes writes, @Nullable String fleet, Instant now) {
        this.database = database;
        this.writes = writes;
        this.fleet = fleet;
        this.today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** @param before null for any age */
    public PrunePlan plan(@Nullable Instant before, int keep) {
        var goes = new ArrayList<>(old("""
                coalesce(created_at < @before::timestamptz, true) AND (@fleet::text IS NULL OR fleet = @fleet)
                     AND run_id NOT IN (SELECT run_id FROM runs ORDER BY created_at DESC LIMIT @keep)
                ORDER BY created_at
                """, "before",
                before == null ? null : before.toString(), "fleet", fleet, "keep", keep));
        var kept = new ArrayList<String>();
        keep(goes, kept, run -> !run.over() && Leadership.ledNow(database, run.fleet()), "is still running");
        keep(goes, kept, marked(LABELLED), "has the label keep=true");
        keep(goes, kept, marked(NEWEST), "is the newest whole run of its suite, which the next one is compared with");
        keepParents(goes, kept);
        return new PrunePlan(goes, before, kept);
    }

    private static void keep(List<PrunableRun> goes, List<String> kept, Predicate<PrunableRun> which, String why) {
        goes.removeIf(run -> which.test(run) && kept.add(run.run() + " " + why));
    }

    private Predicate<PrunableRun> marked(String sql) {
        var runs = Set.copyOf(database.list(sql, row -> row.getString(1)));
        return run -> runs.contains(run.run());
    }

    private static final String LABELLED = "SELECT run_id FROM run_labels WHERE name = 'keep' AND value = 'true'";

    /** On branches that others are compared with; the newest run of each other branch would stay for ever. */
    private static final String NEWEST = """
            SELECT DISTINCT ON (project, suite, agent, branch) run_id FROM runs
            WHERE whole AND state = 'finished' AND suite IS NOT NULL
                  AND (branch IS NULL OR branch IN ('main', 'master')
                       OR branch IN (SELECT value FROM run_labels WHERE name = 'base_branch'))
            ORDER BY project, suite, agent, branch, created_at DESC
            """;

    /** A run needs the one that it is a part of, and the one that it names as its baseline. */
    private static final String NEEDS = """
            SELECT run_id, parent_run AS needed, 'is a rerun of part of it' AS why FROM runs WHERE parent_run IS NOT NULL
            UNION ALL
            SELECT run_id, settings #>> '{about,baseline}', 'is compared with it' FROM runs
            WHERE settings #>> '{about,baseline}' IS NOT NULL
            """;

    private List<PrunableRun> old(String which, @Nullable Object... values) {
        return database.list("""
                SELECT run_id, run_day, fleet, state IN ('finished', 'stopped', 'interrupted') AS over,
                       passed + failed + errors + skipped + cancelled + flaky AS results,
                       coalesce((SELECT epoch FROM leadership l WHERE l.fleet = runs.fleet), 0) AS epoch
                FROM runs WHERE\040""" + which,
                row -> new PrunableRun(row.getString(1), row.getObject(2, LocalDate.class),
                        row.getString(3), row.getLong("epoch"), row.getBoolean(4), row.getLong(5)),
                values);
    }

    /**
     * Deletes one run; its files go with the next {@code --prune}.
     *
     * @param by who asks for it; null for the owner of this process
     * @return how many results it had
     * @throws RefusedRun when it is under way, or another run shares its results with it
     */
    public long delete(String run, @Nullable Requester by) throws RefusedRun {
        long results = remove(run, by);
        sweep();
        return results;
    }

    /**
     * Does the same, but for its rows in large tables.
     *
     * @return how many results it had
     */
    public long remove(String run, @Nullable Requester by) throws RefusedRun {
        var old = old("run_id = @run", "run", run).stream().findFirst()
                .orElseThrow(() -> new RefusedRun("run " + run + " is already deleted"));
        if (!old.over() && Leadership.ledNow(database, old.fleet())) {
            throw new RefusedRun("run " + run + " is still running; wait until it finishes, or cancel it");
        }
        var parts = database.list("SELECT run_id FROM runs WHERE parent_run = @run", row -> row.getString(1), "run",
                run);
        if (!parts.isEmpty()) {
            throw new RefusedRun("run " + run + " shares its results with " + String.join(", ", parts)
                    + ", which reran a part of it; delete that first");
        }
        boolean deleted = begin(old, by == null ? by("delete", run) : Deed.of(by, "delete", run));
        if (!deleted) {
            throw new RefusedRun("run " + run + " was resumed or already deleted; see muster runs");
        }
        return old.results();
    }

    /** Keeps the runs that a run which stays shares its results with. */
    private void keepParents(List<PrunableRun> goes, List<String> kept) {

        var needs = database.list(NEEDS, row -> new NeededRun(row.getString(1), row.getString(2), row.getString(3)));
        boolean more = true;
        while (more) {
            var gone = goes.stream().map(PrunableRun::run).collect(Collectors.toSet());
            var needed = needs.stream().filter(need -> !gone.contains(need.run()) && gone.contains(need.other()))
                    .collect(
                            Collectors.toMap(NeededRun::other, Function.identity(), (one, other) -> one, TreeMap::new));
            needed.forEach((run, need) -> kept.add(run + ": " + need.run() + ", which is kept, " + need.why()));
            goes.removeIf(run -> needed.containsKey(run.run()));
            more = !needed.isEmpty();
        }
    }

    /** Returns what carrying out the plan would free; throws when the files that runs need can't be read. */
    public PrunedAmounts tryOut(PrunePlan plan) throws IOException {
        var going = ids(plan.runs());
        var days = byDay(plan).keySet().stream().flatMap(day -> database.connected(
                connection -> goesAsAWhole(connection, day, going) ? Stream.of(new Partitions(connection).size(day))
                        : Stream.<Long>empty()))
                .toList();
        return PrunedAmounts.of(plan, days, leftovers(plan.before()).without(going));
    }

    /** @throws IOException when the files that runs need can't be read */
    public PrunedAmounts carryOut(PrunePlan plan) throws IOException {
        plan.newestFirst().forEach(run -> begin(run, by("prune", run.run())));
        sweep();
        return PrunedAmounts.of(plan, days, leftovers(plan.before()).delete());
    }

    private Leftovers leftovers(@Nullable Instant before) {
        return new Leftovers(database, writes, fleet, before);
    }

    /** Deletes one run of a plan for a coordinator, but for its rows in large tables; false when it goes on again. */
    public boolean expire(PrunableRun run) {
        return begin(run, new Deed(Instant.EPOCH, "retention", "coordinator", "-", "prune", run.run()));
    }

    /** @throws IOException when the files that runs need can't be read */
    public void deleteLeftovers(Instant before) throws IOException {
        var _ = leftovers(before).delete();
    }

    /** Who has the login of the database needs no token: the account of this process is what is known. */
    private static Deed by(String deed, String run) {
        return new Deed(Instant.EPOCH, System.getProperty("user.name", "?"), "database", "-", deed, run);
    }

    private static Map<LocalDate, List<PrunableRun>> byDay(PrunePlan plan) {
        return plan.runs().stream().collect(Collectors.groupingBy(PrunableRun::day, TreeMap::new, Collectors.toList()));
    }

    private static String[] ids(List<PrunableRun> runs) {
        return runs.stream().map(PrunableRun::run).toArray(String[]::new);
    }

    /**
     * Deletes a run, but for its rows in large tables.
     *
     * @return false when it goes on again, is gone already, or another run is a rerun of part of it
     */
    private boolean begin(PrunableRun run, Deed deed) {
        return writes.write(connection -> {
            if (!stillThere(connection, run)) {
                return false;
            }
            AuditTable.add(connection, run.fleet(), deed);
            Database.update(connection, "INSERT INTO pruned_runs (run_id, run_day) VALUES (@run, @day)", run);
            return Database.update(connection, "DELETE FROM runs WHERE run_id = @run", run) > 0;
        });
    }

    /** Whether a run and its parts have not been resumed since they were read; none can be before it is deleted. */
    private static boolean stillThere(Connection connection, PrunableRun run) throws SQLException {
        var epoch = Database.list(connection, "SELECT epoch FROM leadership WHERE fleet = @fleet FOR SHARE",
                row -> row.getLong(1), run).stream().findFirst().orElse(0L);
        return Database.list(connection, """
                SELECT state IN ('finished', 'stopped', 'interrupted') FROM runs
                WHERE run_id = @run AND NOT EXISTS (SELECT 1 FROM runs AS part WHERE part.parent_run = @run) FOR UPDATE
                """, row -> row.getBoolean(1), run).stream()
                .anyMatch(over -> over || (!run.over() && epoch == run.epoch()));
    }

    /** Deletes everything that deleted runs left. */
    public void sweep() {
        boolean more = true;
        while (more) {
            more = sweepPortion();
        }
    }

    /** Deletes a portion of what deleted runs left; returns false when nothing is left. */
    public boolean sweepPortion() {

        var next = database.list("SELECT run_id, run_day FROM pruned_runs ORDER BY run_day, run_id LIMIT 1",
                row -> new DeletedRun(row.getString(1), row.getObject(2, LocalDate.class))).stream().findFirst();
        if (next.isEmpty()) {
            return false;
        }
        var gone = next.get();
        var dropped = writes.<@Nullable Long>write(connection -> sweep(connection, gone.run(), gone.day()));
        if (dropped != null) {
            days.add(dropped);
        }
        return true;
    }

    /** @return the size of the day's partitions when they could be dropped as a whole */
    private @Nullable Long sweep(Connection connection, String run, LocalDate day) throws SQLException {
        Database.planWithout(connection, "seqscan, bitmapscan"); // it would read what is gone again and again
        int left = PORTION;
        for (var table : OF_RUNS) {
            left -= Database.update(connection, portion(table, "run_id = @run"), "run", run, "left", left);
        }
        Long dropped = null;
        if (left > 0 && goesAsAWhole(connection, day)) {
            Database.update(connection, "SET LOCAL lock_timeout = '1s'"); // others wait behind it
            long bytes = new Partitions(connection).drop(day);
            dropped = bytes > 0 ? bytes : null;
        } else {
            for (var table : OF_DAYS) {
                left -= Database.update(connection, portion(table, "run_day = @day AND run_id = @run"), "day", day,
                        "run", run, "left", left);
            }
        }
        if (left > 0) {
            Database.update(connection, "DELETE FROM pruned_runs WHERE run_id = @run", "run", run);
        }
        return dropped;
    }

    private static String portion(String table, String ofRun) {
        return "DELETE FROM $TABLE WHERE $RUN AND ctid = ANY (ARRAY(SELECT ctid FROM $TABLE WHERE $RUN LIMIT @left))"
                .replace("$TABLE", table).replace("$RUN", ofRun);
    }

    /** Whether a day's partitions can go as a whole. A run that begins at midnight may belong to the day before. */
    private boolean goesAsAWhole(Connection connection, LocalDate day, String... going) throws SQLException {
        boolean others = Database.list(connection,
                "SELECT EXISTS (SELECT 1 FROM runs WHERE run_day = @day AND run_id <> ALL (@going))",
                row -> row.getBoolean(1), "day", day, "going", going).getFirst();
        return !others && day.isBefore(today.minusDays(1));
    }
}
