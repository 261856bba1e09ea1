package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Deletes old runs with everything that belongs to them alone. History stays: it belongs to cases, not to runs. */
public final class Pruning {

    private static final String[] OF_RUNS = {"attempts", "first_cases", "run_parts", "failures", "case_labels",
        "case_definitions"};

    private static final Duration LONG = Duration.ofMinutes(30);

    private final Database database;
    private final LocalDate today;

    public Pruning(Database database, Instant now) {
        this.database = database;
        this.today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /**
     * A run that may be deleted.
     *
     * @param epoch its fleet's epoch when the run was read
     */
    public record Old(String run, LocalDate day, String fleet, long epoch, boolean over, long results) {}

    /**
     * What is to be deleted, and which old runs stay.
     *
     * @param before runs before this are old; null when only the newest runs stay
     * @param kept one sentence for each old run that stays
     */
    public record Plan(List<Old> runs, @Nullable Instant before, List<String> kept) {
        public long results() {
            return runs.stream().mapToLong(Old::results).sum();
        }
    }

    /**
     * What was freed, or would be.
     *
     * @param days days whose partitions were dropped
     * @param bytes size of dropped partitions and deleted files; space of rows deleted one by one is reused later
     * @param workers deleted workers, which had left
     * @param setAside deleted records, which could not be read
     */
    public record Freed(int runs, int days, long bytes, int files, int workers, int setAside) {

        private static Freed of(Plan plan, List<Long> days, Leftovers.Found left) {
            return new Freed(plan.runs().size(), days.size(),
                    days.stream().mapToLong(Long::longValue).sum() + left.bytes(), left.files().size(), left.workers(),
                    left.setAside());
        }
    }

    /** @param before null for any age */
    public Plan plan(@Nullable Instant before, int keep) {
        var old = old("""
                coalesce(created_at < @before::timestamptz, true)
                     AND run_id NOT IN (SELECT run_id FROM runs ORDER BY created_at DESC LIMIT @keep)
                ORDER BY created_at
                """, "before",
                before == null ? null : before.toString(), "keep", keep);
        var kept = new ArrayList<String>();
        var going = old.stream().filter(run -> !run.over() && Leadership.ledNow(database, run.fleet()))
                .map(Old::run).collect(Collectors.toSet());
        going.forEach(run -> kept.add(run + " is going on"));
        var goes = old.stream().filter(run -> !going.contains(run.run())).collect(Collectors.toCollection(
                ArrayList::new));
        keepParents(goes, kept);
        return new Plan(goes, before, kept);
    }

    private List<Old> old(String which, @Nullable Object... values) {
        return database.list("""
                SELECT run_id, run_day, fleet, state IN ('finished', 'stopped', 'interrupted') AS over,
                       passed + failed + errors + skipped + cancelled + flaky AS results,
                       coalesce((SELECT epoch FROM leadership l WHERE l.fleet = runs.fleet), 0) AS epoch
                FROM runs WHERE\040""" + which, row -> new Old(row.getString(1), row.getObject(2, LocalDate.class),
                row.getString(3), row.getLong("epoch"), row.getBoolean(4), row.getLong(5)), values);
    }

    /**
     * Deletes one run; its files go with the next {@code --prune}.
     *
     * @param by who asks for it; null for the owner of this process
     * @return how many results it had
     * @throws RefusedRun when it is under way, or another run is read together with it
     */
    public long delete(String run, @Nullable Requester by) throws RefusedRun {
        var old = old("run_id = @run", "run", run).stream().findFirst()
                .orElseThrow(() -> new RefusedRun("run " + run + " is deleted already"));
        if (!old.over() && Leadership.ledNow(database, old.fleet())) {
            throw new RefusedRun("run " + run + " is under way; wait for its end, or cancel it");
        }
        var parts = database.list("SELECT run_id FROM runs WHERE parent_run = @run", row -> row.getString(1), "run",
                run);
        if (!parts.isEmpty()) {
            throw new RefusedRun("run " + run + " is read together with " + String.join(", ", parts)
                    + ", which ran a part of it again; delete that first");
        }
        boolean deleted = database.writeLong(LONG, connection -> {
            var there = stillThere(connection, List.of(old));
            if (there.length > 0) {
                AuditTable.add(connection, old.fleet(),
                        by == null ? by("delete", run) : Deed.of(by, "delete", run));
                delete(connection, old.day(), there);
            }
            return there.length > 0;
        });
        if (!deleted) {
            throw new RefusedRun("run " + run + " goes on again, or is deleted already; see muster runs");
        }
        return old.results();
    }

    /** Keeps the parent of a run that stays: it is read together with it. */
    private void keepParents(List<Old> goes, List<String> kept) {
        record Part(String run, String parent) {}
        var parts = database.list("SELECT run_id, parent_run FROM runs WHERE parent_run IS NOT NULL",
                row -> new Part(row.getString(1), row.getString(2)));
        boolean more = true;
        while (more) {
            var gone = goes.stream().map(Old::run).collect(Collectors.toSet());
            var needed = parts.stream().filter(part -> !gone.contains(part.run()) && gone.contains(part.parent()))
                    .collect(Collectors.toMap(Part::parent, Part::run, (one, other) -> one, TreeMap::new));
            needed.forEach((parent, run) -> kept.add(parent + ": " + run + ", which stays, is of part of it"));
            goes.removeIf(run -> needed.containsKey(run.run()));
            more = !needed.isEmpty();
        }
    }

    /** Returns what carrying out the plan would free; throws when the files that runs need can't be read. */
    public Freed tryOut(Plan plan) throws IOException {
        var going = ids(plan.runs());
        var days = byDay(plan).keySet().stream().flatMap(day -> database.connected(
                connection -> goesAsAWhole(connection, day, going) ? Stream.of(new Partitions(connection).size(day))
                        : Stream.<Long>empty()))
                .toList();
        return Freed.of(plan, days, new Leftovers(database, plan.before()).without(going));
    }

    /** @throws IOException when the files that runs need can't be read */
    public Freed carryOut(Plan plan) throws IOException {
        var days = new ArrayList<Long>();
        byDay(plan).forEach((day, runs) -> {
            var dropped = database.writeLong(LONG, connection -> {
                var gone = Set.of(stillThere(connection, runs));
                for (var run : runs) {
                    if (gone.contains(run.run())) {
                        AuditTable.add(connection, run.fleet(), by("prune", run.run()));
                    }
                }
                return delete(connection, day, gone.toArray(String[]::new));
            });
            if (dropped != null) {
                days.add(dropped);
            }
        });
        return Freed.of(plan, days, new Leftovers(database, plan.before()).delete());
    }

    /** Who has the login of the database needs no token: the account of this process is what is known. */
    private static Deed by(String deed, String run) {
        return new Deed(Instant.EPOCH, System.getProperty("user.name", "?"), "database", "-", deed, run);
    }

    private static Map<LocalDate, List<Old>> byDay(Plan plan) {
        return plan.runs().stream().collect(Collectors.groupingBy(Old::day, TreeMap::new, Collectors.toList()));
    }

    private static String[] ids(List<Old> runs) {
        return runs.stream().map(Old::run).toArray(String[]::new);
    }

    /** Returns the runs that nobody has resumed since they were read; nobody can do so before they are deleted. */
    private static String[] stillThere(Connection connection, List<Old> runs) throws SQLException {
        var epochs = new HashMap<String, Long>();
        Database.list(connection, "SELECT fleet, epoch FROM leadership WHERE fleet = ANY (@fleets) FOR SHARE",
                row -> epochs.put(row.getString(1), row.getLong(2)), "fleets",
                runs.stream().map(Old::fleet).distinct().toArray(String[]::new));
        var over = new HashSet<>(Database.list(connection, """
                SELECT run_id FROM runs WHERE run_id = ANY (@runs) AND state IN ('finished', 'stopped', 'interrupted')
                FOR UPDATE
                """, row -> row.getString(1), "runs", ids(runs)));
        return ids(runs.stream().filter(run -> over.contains(run.run())
                || (!run.over() && epochs.getOrDefault(run.fleet(), 0L) == run.epoch())).toList());
    }

    /** @return the size of the partitions when they could be dropped as a whole */
    private @Nullable Long delete(Connection connection, LocalDate day, String[] runs) throws SQLException {
        Database.update(connection, "SET LOCAL lock_timeout = '10s'");
        for (var table : OF_RUNS) {
            Database.update(connection, "DELETE FROM " + table + " WHERE run_id = ANY (@runs)", "runs", runs);
        }
        Database.update(connection, "DELETE FROM runs WHERE run_id = ANY (@runs)", "runs", runs);
        if (goesAsAWhole(connection, day)) {
            return new Partitions(connection).drop(day);
        }
        for (var table : new String[]{"result_details", "results"}) {
            Database.update(connection, "DELETE FROM " + table + " WHERE run_day = @day AND run_id = ANY (@runs)",
                    "day", day, "runs", runs);
        }
        return null;
    }

    /** Whether a day's partitions can go as a whole. A run that begins at midnight may belong to the day before. */
    private boolean goesAsAWhole(Connection connection, LocalDate day, String... going) throws SQLException {
        boolean others = Database.list(connection,
                "SELECT EXISTS (SELECT 1 FROM runs WHERE run_day = @day AND run_id <> ALL (@going))",
                row -> row.getBoolean(1), "day", day, "going", going).getFirst();
        return !others && day.isBefore(today.minusDays(1));
    }

    /**
     * Data that no run needs any more: files, workers that left, records that were set aside.
     *
     * @param before workers and records before this moment are deleted; null for the start of the oldest run that stays
     */
    record Leftovers(Database database, @Nullable Instant before) {

        /** Files of the last day may belong to a run that is about to start. */
        private static final String FILES = "FROM blobs WHERE stored_at < now() - interval '1 day' AND sha256 <> ALL (@needed)";
        private static final String MOMENT = """
                coalesce(@before::timestamptz, (SELECT min(created_at) FROM runs WHERE run_id <> ALL (@going)), now())
                """;
        private static final String SET_ASIDE = "FROM set_aside WHERE stored_at < " + MOMENT;
        /** The next leader must know who left: control may still contain their leases, and it would wait for them. */
        private static final String WORKERS = "FROM workers WHERE joined_at < " + MOMENT + """
                 AND NOT EXISTS (SELECT 1 FROM leadership
                                 WHERE leadership.fleet = workers.fleet
                                 AND (workers.state = 'joined' OR workers.epoch >= leadership.epoch))
                """;

        record Found(List<Long> files, int workers, int setAside) {
            long bytes() {
                return files.stream().mapToLong(Long::longValue).sum();
            }
        }

        /**
         * Counts the leftovers.
         *
         * @param going runs that still exist but are about to be deleted
         * @throws IOException when the files that runs need can't be read
         */
        Found without(String... going) throws IOException {
            var needed = needed(going);
            return new Found(database.list("SELECT size " + FILES, row -> row.getLong(1), "needed", needed),
                    count(WORKERS, going), count(SET_ASIDE, going));
        }

        /** @throws IOException when the files that runs need can't be read */
        Found delete() throws IOException {
            var none = new String[0];
            int setAside = database.update("DELETE " + SET_ASIDE, "before", moment(), "going", none);
            int workers = database.update("DELETE " + WORKERS, "before", moment(), "going", none);
            var needed = needed(none);
            var files = database.transaction(connection -> {
                Database.update(connection, "DELETE FROM blob_parts WHERE sha256 IN (SELECT sha256 " + FILES + ")",
                        "needed", needed);
                return Database.list(connection, "DELETE " + FILES + " RETURNING size", row -> row.getLong(1),
                        "needed", needed);
            });
            return new Found(files, workers, setAside);
        }

        private int count(String what, String... going) {
            return database.list("SELECT count(*) " + what, row -> row.getInt(1), "before", moment(), "going", going)
                    .getFirst();
        }

        private @Nullable String moment() {
            return before == null ? null : before.toString();
        }

        private String[] needed(String... going) throws IOException {
            var blobs = new BlobTable(database);
            Set<String> needed = new HashSet<>();
            for (var bundle : database.list("""
                    SELECT DISTINCT settings #>> '{cases,files,sha256}' FROM runs
                    WHERE settings #>> '{cases,files,sha256}' IS NOT NULL AND run_id <> ALL (@going)
                    """, row -> row.getString(1), "going", going)) {
                needed.add(bundle);
                if (blobs.has(bundle)) {
                    var json = new ByteArrayOutputStream();
                    blobs.copy(bundle, json);
                    Json.MAPPER.readValue(json.toByteArray(), Bundle.class).files()
                            .forEach(file -> needed.add(file.sha256()));
                }
            }
            return needed.toArray(String[]::new);
        }
    }
}
