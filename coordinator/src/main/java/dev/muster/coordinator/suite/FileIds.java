package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.SeenIds;
import org.jspecify.annotations.Nullable;

/**
 * Ids of cases in dialects where ids are optional: the case's name, else the file's name, numbered from the second on.
 */
final class FileIds {

    private final String stem;
    private final SeenIds seen = new SeenIds();
    private int given;

    FileIds(SuiteFile file) {
        this.stem = file.name();
    }

    /**
     * @param key the key of the written id, for a fault when the file already has it
     * @param written null when the case has neither id nor name
     */
    String of(Fields fields, String key, @Nullable String written) {
        int line = Math.max(1, fields.at().line());
        if (written == null || written.isBlank()) {
            return free(line);
        }
        if (!Fields.hasControls(written)) { // which has a fault of its own
            SuiteLimits.troubleOfName(written, SuiteLimits.LONGEST_ID)
                    .ifPresent(trouble -> fields.fault(key, "'" + key + "' " + trouble));
        }
        seen.firstLine(written, line).ifPresent(first -> fields.fault(key,
                "'" + written + "' is already used in this file, at line " + first
                        + "; each case needs a unique name"));
        return written;
    }

    /** Returns a free id, continuing after the last number used. */
    private String free(int line) {
        var id = given == 0 ? stem : stem + "-" + (given + 1);
        given++;
        return seen.firstLine(id, line).isPresent() ? free(line) : id;
    }
}
