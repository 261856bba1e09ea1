package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.NodeStream;
import dev.muster.coordinator.suite.source.YamlStream;

/**
 * A file of cases.
 *
 * @param path its location
 * @param shown its name in messages, relative to the working folder
 * @param key its name in case keys, relative to the project root, with {@code /}
 * @param named whether it was given by name, not found in a folder
 */
public record SuiteFile(Path path, String shown, String key, boolean named) {

    /** Returns the folder that {@code file://} references are relative to. */
    public Path folder() {
        return path.resolveSibling("");
    }

    /** Reads the file's values. */
    public NodeStream values(InputStream content, Faults faults) {
        return endsWith(".yaml", ".yml") ? new YamlStream(content, faults) : new JsonStream(content, faults);
    }

    /** Returns the file name without its extension, for cases without a name. */
    public String name() {
        var name = path.getFileName().toString();
        int ending = name.lastIndexOf('.');
        return ending > 0 ? name.substring(0, ending) : name;
    }

    public boolean endsWith(String... endings) {
        for (var ending : endings) {
            if (path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ending)) {
                return true;
            }
        }
        return false;
    }
}
