package dev.muster.deploy.demo;

import module java.base;

/**
 * The bundled example suites, as a project whose configuration points to the running demo agents.
 *
 * @param config the project's {@code muster.yaml}; its folder is the project root
 * @param inputs the suites, in reading order
 * @param expectation the expected results of their cases
 */
public record DemoSuite(Path config, List<Path> inputs, DemoExpectation expectation) {

    private static final String USUAL_BASE = "http://127.0.0.1:" + DemoAgents.USUAL_PORT;

    public DemoSuite {
        inputs = List.copyOf(inputs);
    }

    /** Writes the files into a folder of their own, replacing those of an earlier demo. */
    public static DemoSuite write(Path folder, DemoAgents agents) throws IOException {
        Files.createDirectories(folder);
        var config = folder.resolve("muster.yaml");
        Files.writeString(config, example("muster.yaml").replace(USUAL_BASE, agents.baseUrl()));
        return new DemoSuite(config, List.of(copy("expense.jsonl", folder), copy("chat.jsonl", folder)),
                DemoExpectation.bundled());
    }

    private static Path copy(String name, Path folder) throws IOException {
        return Files.writeString(folder.resolve(name), example(name));
    }

    /** Returns an example, identical to the one in the source tree's {@code examples}. */
    static String example(String name) {
        try (InputStream file = DemoSuite.class.getResourceAsStream("/examples/" + name)) {
            if (file == null) {
                throw new IllegalStateException("examples/" + name + " is not in this build");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
