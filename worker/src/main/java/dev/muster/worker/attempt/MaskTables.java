package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.target.Secrets;

/** The tables that mask secrets. The cases of a run mostly have the same secrets, and a table is large. */
final class MaskTables {

    private static final int MOST = 64;

    private final Map<Masked, Secrets> tables = new ConcurrentHashMap<>();

    private record Masked(Set<String> secrets, List<String> redact) {}

    /** @param redact RE2 patterns of what is masked like secrets */
    Secrets of(Collection<String> secrets, List<String> redact) {
        var masked = new Masked(Set.copyOf(secrets), redact);
        var known = tables.get(masked);
        if (known != null) {
            return known;
        }
        if (tables.size() >= MOST) {
            tables.clear();
        }
        var table = new Secrets(List.copyOf(masked.secrets), Redaction.ofChecked(redact));
        tables.put(masked, table);
        return table;
    }
}
