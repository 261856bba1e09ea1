package dev.muster.coordinator.suite;

import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Ids of generated cases: the written one, else the case's name, else the generator's; repeated ones get a number.
 *
 * @param seen ids that the same generator already used in this run
 */
record GeneratedIds(String generator, SeenIds seen, Faults faults) implements Ids {

    @Override
    public @Nullable String id(Fields fields) {
        var written = fields.plain("id");
        var name = fields.has("name") ? fields.text("name") : null;
        if (written != null && !written.isBlank()) {
            return warned(written, free(written, fields), fields);
        }
        return free(name == null || name.isBlank() ? generator : name, fields);
    }

    private String free(String id, Fields fields) {
        return seen.free(id, Math.max(1, fields.at().line()));
    }

    private String warned(String written, String given, Fields fields) {
        if (!given.equals(written)) {
            faults.warn(fields.at("id"), "id '" + written + "' was given before; this case is called " + given);
        }
        return given;
    }
}
