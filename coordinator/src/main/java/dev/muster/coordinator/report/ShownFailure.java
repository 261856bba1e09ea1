package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.model.Source;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** What reports show of a case; a long reason is cut. */
public record ShownFailure(String id, @Nullable String name, Source source, int cell, int repeat, String status,
        String reason, Map<String, String> labels, LastMessages messages) {

    private static final int LONGEST = 400;

    static ShownFailure of(StoredCase stored, String reason) {
        var result = stored.result();
        return new ShownFailure(result.identity().id(), result.identity().title(), result.identity().source(),
                stored.ref().cell(), stored.ref().repeat(), result.verdict().status().wire(),
                Printable.beginning(reason, LONGEST),
                result.identity().labels(), LastMessages.of(result));
    }

    boolean isRepeatOf(ShownFailure other) {
        return id.equals(other.id) && source.file().equals(other.source.file()) && cell == other.cell;
    }
}
