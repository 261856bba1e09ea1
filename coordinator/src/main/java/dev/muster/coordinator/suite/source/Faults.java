package dev.muster.coordinator.suite.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Collects what is wrong with one value of a file, in whatever order it is noticed, and hands it on in file order.
 * Holds no more than that one value's faults.
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

    /** @param warnings hears of what is read all the same */
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

    /** {@link Nearest#hint}, for the first faults of a value: nobody reads the thousandth, and looking takes long. */
    public String hint(String written, Collection<String> known) {
        return pending.size() < MOST_HINTS ? Nearest.hint(written, known) : "";
    }

    /** How much was collected since the last time that it was handed on. */
    public int pending() {
        return pending.size();
    }

    /** Tells at once of something that a person should mend and that does no harm. */
    public void warn(Position at, String message) {
        warnings.accept(new Fault(file, at.line(), at.column(), message));
    }

    /** Hands on what was collected; true when that was nothing. */
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
