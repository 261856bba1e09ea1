package dev.muster.coordinator.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** JSON Schemas for editors, of each dialect and of the configuration. */
public final class Schemas {

    /** By name; the first is the one that is meant when nobody says. */
    public static final List<String> NAMES = List.of("agent-test", "ag-ui", "agent-eval", "muster");

    private Schemas() {}

    /**
     * The text of a schema.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public static String text(String name) throws IOException {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no schema '" + name + "'; there are "
                    + String.join(", ", NAMES));
        }
        try (var in = Schemas.class.getResourceAsStream("/schema/" + name + ".schema.json")) {
            if (in == null) {
                throw new IOException("the schema of " + name + " is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
