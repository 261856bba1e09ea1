package dev.muster.cli.testing;

import module java.base;
import dev.muster.common.testing.Repository;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import tools.jackson.databind.JsonNode;

/** Reads YAML of the repository strictly. */
public final class YamlFile {

    private YamlFile() {}

    /** @param path below the repository's folder */
    public static JsonNode read(String path) throws IOException {
        return of(path, Files.readString(Repository.root().resolve(path)));
    }

    /** @param name what faults name */
    public static JsonNode of(String name, String text) {
        var faults = new Faults(name, fault -> {
            throw new AssertionError(fault.toString());
        });
        var documents = YamlText.read(text, faults);
        faults.flush();
        return documents.getFirst().json();
    }
}
