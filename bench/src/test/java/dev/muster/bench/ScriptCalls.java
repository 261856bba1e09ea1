package dev.muster.bench;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.script.host.HostCall;
import dev.muster.common.script.host.HostOutcome;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.script.host.SourceFolder;
import tools.jackson.databind.node.StringNode;

/** Measures TypeScript assertions over a reply of 4 KB: from a host's start to its first answer, and warm. */
final class ScriptCalls {

    private static final String FILE = "check.ts";
    private static final String SOURCE = """
            interface Context { tool_calls: unknown[] }
            export function words(output: string, input: string, value: number, context: Context) {
              const found: number = output.split(" ").length;
              return { pass: found > value && context.tool_calls.length === 0, message: `${found} words` };
            }
            """;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int WARM_UP = 1_000;
    private static final int CALLS = 1_000;

    private final Bench bench;
    private final Path folder;
    private final String arguments;

    ScriptCalls(Bench bench) throws IOException {
        this.bench = bench;
        this.folder = Files.createDirectories(bench.folder().resolve("scripts"));
        Files.writeString(folder.resolve(FILE), SOURCE);
        var context = Json.MAPPER.createObjectNode();
        context.putArray("tool_calls");
        var document = ScriptDocuments.assertion(StringNode.valueOf("word ".repeat(820)), StringNode.valueOf("hi"),
                Json.MAPPER.valueToTree(10), context);
        this.arguments = Json.MAPPER.createArrayNode().add(document.get("output")).add(document.get("input"))
                .add(document.get("value")).add(document.get("context")).toString();
    }

    /** In this process, one call at a time. */
    void measure() throws IOException, InterruptedException {
        try (var host = new ScriptHost(HostSettings.DEFAULT)) {
            bench.tell("script host, from its start to the first answer", bench.seconds(() -> call(host)), "s");
            for (int n = 0; n < WARM_UP; n++) {
                call(host);
            }
            var ms = new double[CALLS];
            for (int n = 0; n < CALLS; n++) {
                ms[n] = 1_000 * bench.seconds(() -> call(host));
            }
            Arrays.sort(ms);
            bench.tell("script assertion, warm, 4 KB reply, median", ms[CALLS / 2], "ms");
            bench.tell("script assertion, warm, 95 in 100 are faster than", ms[CALLS * 95 / 100], "ms");
        }
    }

    private void call(ScriptHost host) throws IOException, InterruptedException {
        var outcome = host.call(HostCall.function(new SourceFolder(folder), FILE, "words", arguments, 1 << 20), LIMIT);
        if (!(outcome instanceof HostOutcome.Answered)) {
            throw new IOException("the script gave no answer: " + outcome);
        }
    }
}
