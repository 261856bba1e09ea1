package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * Finds the run that a user names: by its id, by the only beginning of one, or as one of the newest, {@code last~2}.
 *
 * @param fleet whose runs {@code last} counts; null for all of the database
 * @param scope the project whose runs it counts; an id is found in any
 */
public record RunNames(RunTable runs, @Nullable String fleet, ProjectScope scope) {

    private static final String LAST = "last";
    private static final int MOST_BACK = 6;

    /** A run counted from the newest: that may be under way, but its cases have all arrived. */
    private record Newest(int back, Map<String, String> labels) {}

    /** @throws RefusedRun when no run has that name, or several have that beginning */
    public StoredRun find(String name) throws RefusedRun {
        var exact = runs.find(name);
        if (exact.isPresent()) {
            return exact.get();
        }
        var newest = newest(name);
        var found = newest.isPresent()
                ? runs.newest(fleet, scope, newest.get().labels(), true, newest.get().back(), 1)
                : name.isBlank() ? List.<StoredRun>of() : runs.startingWith(name);
        if (found.isEmpty()) {
            throw RefusedRun.missing("run " + name + " not found" + (newest.isPresent() ? none(newest.get())
                    : name.startsWith("l") ? "; did you mean 'last'?"
                            : !name.isEmpty() && Character.isDigit(name.charAt(0)) ? "; list runs with muster runs"
                                    : "; name a run by its id, a prefix of it, or as last, last~1 or "
                                            + "last:branch=main; list runs with muster runs"));
        }
        if (found.size() > 1) {
            throw new RefusedRun("several runs begin with " + name + ": "
                    + found.stream().limit(5).map(StoredRun::id).collect(Collectors.joining(", "))
                    + (found.size() > 5 ? " and others" : ""));
        }
        return found.getFirst();
    }

    /** Returns what a run is compared with by itself: the whole run of its suite before it, else the run before it. */
    public StoredRun before(StoredRun last) throws RefusedRun {
        return runs.wholeBefore(fleet, last)
                .or(() -> runs.newest(fleet, scope, Map.of(), true, 1, 1).stream().findFirst())
                .orElseThrow(
                        () -> RefusedRun.missing("run last~1 not found: not that many are stored; see muster runs"));
    }

    private String none(Newest newest) {
        if (runs.newest(fleet, ProjectScope.ALL, Map.of(), true, 0, 1).isEmpty()) {
            return ": none is stored yet; muster demo makes one";
        }
        if (runs.newest(fleet, scope, Map.of(), true, 0, 1).isEmpty()) {
            return ": " + scope.nothing();
        }
        var labels = newest.labels().isEmpty() ? "" : " --label " + newest.labels().entrySet().iterator().next();
        return ": not that many are stored" + (labels.isEmpty() ? "" : " with this label") + "; see muster runs"
                + labels;
    }

    /** Returns where the cell of {@code RUN:CELL} begins, at its colon; -1 for a run alone. A label's value ends there. */
    public static int cellAt(String name) {
        int colon = name.indexOf(':');
        int next = name.indexOf(':', colon + 1);
        boolean label = colon >= 0 && name.startsWith(LAST)
                && name.substring(colon, next < 0 ? name.length() : next).contains("=");
        return label ? next : colon;
    }

    private static Optional<Newest> newest(String name) throws RefusedRun {
        int colon = name.indexOf(':');
        var counted = colon < 0 ? name : name.substring(0, colon);
        if (!counted.equals(LAST) && !counted.startsWith(LAST + "~")) {
            return Optional.empty();
        }
        var back = counted.equals(LAST) ? "0" : counted.substring(LAST.length() + 1);
        int equals = name.indexOf('=', colon + 1);
        if (back.isEmpty() || back.length() > MOST_BACK || !back.chars().allMatch(c -> c >= '0' && c <= '9')
                || (colon >= 0 && (equals <= colon + 1 || equals == name.length() - 1))) {
            throw new RefusedRun("'" + name + "' does not name a run; write last, last~2, last:branch=main or "
                    + "last~2:branch=main");
        }
        return Optional.of(new Newest(Integer.parseInt(back),
                colon < 0 ? Map.of() : Map.of(name.substring(colon + 1, equals), name.substring(equals + 1))));
    }
}
