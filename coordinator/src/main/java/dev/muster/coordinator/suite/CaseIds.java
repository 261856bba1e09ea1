package dev.muster.coordinator.suite;

import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Position;
import org.jspecify.annotations.Nullable;

/** The ids of a file's cases. Each is unique; only the sole case of a file may omit it. */
final class CaseIds implements Ids {

    private final SuiteFile file;
    private final Faults faults;
    private final SeenIds seen = new SeenIds();
    private @Nullable Position nameless;
    private boolean first = true;

    CaseIds(SuiteFile file, Faults faults) {
        this.file = file;
        this.faults = faults;
    }

    /** Returns the id; a first case without one gets the file's name. */
    @Override
    public @Nullable String id(Fields fields) {
        boolean mayBeAlone = first;
        first = false;
        if (mayBeAlone && !fields.has("id")) {
            fields.any("id");
            nameless = fields.at();
            return file.name();
        }
        return checked(fields.needed("id", "a case"), fields);
    }

    private @Nullable String checked(@Nullable String id, Fields fields) {
        if (id != null && Fields.hasControls(id)) {
            fields.fault("id", "'id' must be one line without control characters");
        }
        if (id != null && !id.isBlank()) {
            seen.firstLine(id, fields.at().line()).ifPresent(
                    line -> fields.fault("id", "id '" + id + "' is already used in this file, at line " + line));
        }
        return id;
    }

    @Override
    public boolean isNameless() {
        return nameless != null;
    }

    @Override
    public boolean refuseNameless() {
        if (nameless == null) {
            return false;
        }
        faults.add(nameless, "a case needs 'id'");
        nameless = null;
        return true;
    }
}
