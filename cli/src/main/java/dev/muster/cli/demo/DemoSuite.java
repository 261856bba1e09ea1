package dev.muster.cli.demo;

import module java.base;
import dev.muster.cli.files.BuildFile;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;

/**
 * The bundled example suites, as a project whose configuration points to the running demo agents.
 *
 * @param config the project's {@code muster.yaml}; its folder is the project root
 */
public record DemoSuite(Path config, List<Path> inputs, Expectation expectation) {

    private static final String USUAL_BASE = "http://127.0.0.1:" + DemoAgents.USUAL_PORT;

    /** Writes the files into a folder of their own, replacing those of an earlier demo. */
    public static DemoSuite write(Path folder, DemoAgents agents) throws IOException {
        Files.createDirectories(folder);
        var config = folder.resolve("muster.yaml");
        Files.writeString(config,
                "project: muster demo\n" + example("muster.yaml").replace(USUAL_BASE, agents.baseUrl()));
        return new DemoSuite(config, List.of(copy("expense.jsonl", folder), copy("chat.jsonl", folder)),
                Expectation.bundled());
    }

    private static Path copy(String name, Path folder) throws IOException {
        return Files.writeString(folder.resolve(name), example(name));
    }

    /** Returns an example, identical to the one in the source tree's {@code examples}. */
    static String example(String name) {
        return BuildFile.text("/examples/" + name);
    }

    /** The expected results, by case key: all cases pass except one, which shows what a regression looks like. */
    public record Expectation(Map<String, Status> statuses) {

        static Expectation bundled() {
            var statuses = Stream.of("expense.jsonl#asks-for-the-type", "expense.jsonl#asks-for-the-amount",
                    "expense.jsonl#drafts-and-asks", "expense.jsonl#submits-after-a-yes",
                    "expense.jsonl#drops-after-a-no",
                    "expense.jsonl#refuses-above-the-limit", "chat.jsonl#greets", "chat.jsonl#knows-the-hours",
                    "chat.jsonl#remembers-the-topic", "chat.jsonl#order-as-json", "chat.jsonl#looks-into-the-stock")
                    .collect(Collectors.toMap(key -> key, _ -> Status.PASSED));
            statuses.put("expense.jsonl#tells-the-equipment-limit", Status.FAILED);
            return new Expectation(statuses);
        }

        /** Returns the unexpected results, a sentence each, in the order of the keys; empty when there are none. */
        public List<String> surprises(List<CaseResult> results) {
            var seen = new TreeMap<String, Status>();
            results.forEach(result -> seen.put(result.identity().key(), result.verdict().status()));
            var surprises = new ArrayList<String>();
            new TreeMap<>(statuses).forEach((key, expected) -> {
                var status = seen.remove(key);
                if (status == null) {
                    surprises.add(key + " has no result; it should be " + expected.wire());
                } else if (status != expected) {
                    surprises.add(key + " is " + status.wire() + "; it should be " + expected.wire());
                }
            });
            seen.keySet().forEach(key -> surprises.add(key + " is not a case of the demo"));
            return surprises;
        }
    }
}
