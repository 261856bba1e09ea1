package dev.muster.bench;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Runs;

/** The measured projects: one agent, and a suite of the requested number of cases. */
final class Suites {

    static final RunOptions OPTIONS = RunOptions.of(List.of("suite.jsonl"));

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

    /** Returns the words of a {@code muster run} of that project. */
    static String[] command(Path project, String... more) {
        return Stream.concat(Stream.of("run", "-i", project.resolve("suite.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString(), "-o", project.resolve("results.jsonl").toString()),
                Stream.of(more)).toArray(String[]::new);
    }

    /** @return the run's id */
    static String submit(Runs runs, Path project, RunOptions options) throws IOException {
        try (var suite = Suite.read(options, project, true); var cases = suite.spool().read()) {
            return runs.submit(suite.request(new CaseFiles.None()), cases);
        } catch (RefusedRun e) {
            throw new IOException(e);
        }
    }
}
