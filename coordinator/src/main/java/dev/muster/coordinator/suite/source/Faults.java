package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Collects the faults of one value of a file, in any order, and passes them on in file order. Holds the faults of one
 * value at a time.
 */
public final class Faults {

    private static final Comparator<Fault> FILE_ORDER = Comparator.comparingInt(Fault::line)
            .thenComparingInt(Fault::column);

    private static final int MOST_HINTS = 100;

    private final String file;
    private final Consumer<Fault> to;
    private final Consumer<Fault> warnings;
    private final List<Fault> pending = new ArrayList<>();

    public Faults(String file, Consumer<Fault> to) {
        this(file, to, warning -> {});
    }

    /** @param warnings receives what does not stop the suite */
    public Faults(String file, Consumer<Fault> to, Consumer<Fault> warnings) {
        this.file = file;
        this.to = to;
        this.warnings = warnings;
    }

    public String file() {
        return file;
    }

    public void add(Position at, String message) {
        pending.add(new Fault(file, at.line(), at.column(), message));
    }

    /**
     * Returns {@link Nearest#hint} for the first faults of a value: searching is slow, and no user reads the
     * thousandth.
     */
    public String hint(String written, Collection<String> known) {
        return pending.size() < MOST_HINTS ? Nearest.hint(written, known) : "";
    }

    /** Returns the number of faults collected since the last flush. */
    public int pending() {
        return pending.size();
    }

    /** Drops the faults collected since the last flush, except for the first ones. */
    public void keep(int first) {
        pending.subList(first, pending.size()).clear();
    }

    /** Replaces the faults collected since the last flush, except for the first ones. */
    public void replace(int first, UnaryOperator<Fault> change) {
        pending.subList(first, pending.size()).replaceAll(change);
    }

    /** Replaces each collected fault; null drops it. */
    public void replace(Function<Fault, @Nullable Fault> change) {
        var changed = pending.stream().map(change).filter(Objects::nonNull).toList();
        pending.clear();
        pending.addAll(changed);
    }

    /** Warns immediately of something harmless that the user should fix. */
    public void warn(Position at, String message) {
        warnings.accept(new Fault(file, at.line(), at.column(), message));
    }

    /** Passes on the collected faults; returns true when there were none. */
    public boolean flush() {
        if (pending.isEmpty()) {
            return true;
        }
        pending.sort(FILE_ORDER);
        pending.stream().distinct().forEach(to);
        pending.clear();
        return false;
    }
}
