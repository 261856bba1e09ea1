package dev.muster.coordinator.suite.input;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A file of cases.
 *
 * @param path where it is
 * @param shown its name in messages: from the working folder
 * @param key its name in the keys of its cases: from the project root, with {@code /}
 * @param named it was given by its name, not found in a folder
 */
public record SuiteFile(Path path, String shown, String key, boolean named) {

    /** The folder that {@code file://} references start from. */
    public Path folder() {
        return path.resolveSibling("");
    }

    /** Without its ending, for what has no other name. */
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
