package dev.muster.coordinator.suite;

import module java.base;

/** JSON Schemas for editors: one for each dialect and one for the configuration. */
public final class Schemas {

    /** Names of the schemas; the first is the default. */
    public static final List<String> NAMES = List.of("agent-test", "ag-ui", "agent-eval", "muster");

    private Schemas() {}

    /**
     * Returns the text of a schema.
     *
     * @throws IllegalArgumentException when there is no schema of that name
     */
    public static String text(String name) throws IOException {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("unknown schema '" + name + "'; there are "
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
