package dev.muster.bench;

import module java.base;

/** Writes the measured projects: one agent, and a suite of the requested number of cases. */
final class Suites {

    private Suites() {}

    /** Creates a project folder whose only agent is the mock with that latency. */
    static Path project(Path parent, String agentUrl, int cases) throws IOException {
        return failing(parent, agentUrl, cases, -1);
    }

    /** Creates the same with one case, by its number, that can't pass. */
    static Path failing(Path parent, String agentUrl, int cases, int failing) throws IOException {
        var folder = Files.createTempDirectory(parent, "suite-");
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  mock:
                    protocol: ag-ui
                    url: "%s"
                """.formatted(agentUrl));
        try (Writer suite = Files.newBufferedWriter(folder.resolve("suite.jsonl"))) {
            for (int n = 0; n < cases; n++) {
                suite.write("{\"id\": \"c" + n + "\", \"input\": \"Is case " + n
                        + " fine?\", \"assertions\": [{\"type\": \"regex\", \"pattern\": \""
                        + (n == failing ? "never said" : "\\\\w") + "\"}]}\n");
            }
        }
        return folder;
    }
}
