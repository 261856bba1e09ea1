package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.JsonStream;
import dev.muster.coordinator.suite.source.Nearest;
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

    private static final String[] YAML = {".yaml", ".yml"};
    /** The shortest mistyped extension, with its dot. */
    private static final int SHORTEST = 4;

    /** Returns the folder that {@code file://} references are relative to. */
    public Path folder() {
        return path.resolveSibling("");
    }

    /** Reads the file's values. */
    public NodeStream values(InputStream content, Faults faults) {
        boolean yaml = endsWith(YAML) || meantEnding().filter(List.of(YAML)::contains).isPresent();
        return yaml ? new YamlStream(content, faults) : new JsonStream(content, faults);
    }

    /** Returns the extension of suites that the file's was to be; empty when it is one, or is nothing like one. */
    Optional<String> meantEnding() {
        var ending = path.getFileName().toString().substring(name().length()).toLowerCase(Locale.ROOT);
        return SuitePaths.ENDINGS.contains(ending) || ending.length() < SHORTEST ? Optional.empty()
                : SuitePaths.ENDINGS.stream().filter(each -> each.charAt(1) == ending.charAt(1))
                        .filter(each -> Nearest.distance(ending, each) <= 1).findFirst();
    }

    /** Returns what is wrong with a mistyped extension. */
    public String misnamed() {
        return "this has cases, but the extension is mistyped, so it is not read as a suite; rename it to " + name()
                + meantEnding().orElse(".yaml");
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
