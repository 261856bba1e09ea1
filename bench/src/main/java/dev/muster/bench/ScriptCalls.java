package dev.muster.bench;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.script.ScriptDocuments;
import dev.muster.common.script.host.HostCall;
import dev.muster.common.script.host.HostOutcome;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.script.host.SourceFolder;
import dev.muster.common.time.Ticker;
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

    private final Path folder;
    private final Ticker ticker;
    private final String arguments;

    /** @param folder new, for the script */
    ScriptCalls(Path folder, Ticker ticker) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.ticker = ticker;
        Files.writeString(folder.resolve(FILE), SOURCE);
        var context = Json.MAPPER.createObjectNode();
        context.putArray("tool_calls");
        var document = ScriptDocuments.assertion(StringNode.valueOf("word ".repeat(820)), StringNode.valueOf("hi"),
                Json.MAPPER.valueToTree(10), context);
        this.arguments = Json.MAPPER.createArrayNode().add(document.get("output")).add(document.get("input"))
                .add(document.get("value")).add(document.get("context")).toString();
    }

    /**
     * The measured times.
     *
     * @param firstSeconds from the host's start to its first answer
     * @param medianMs median of the warm calls
     * @param worstMs 95th percentile of the warm calls
     */
    record Measured(double firstSeconds, double medianMs, double worstMs) {}

    Measured measure() throws IOException, InterruptedException {
        try (var host = new ScriptHost(HostSettings.DEFAULT)) {
            double first = call(host);
            for (int n = 0; n < WARM_UP; n++) {
                call(host);
            }
            var seconds = new double[CALLS];
            for (int n = 0; n < CALLS; n++) {
                seconds[n] = call(host);
            }
            Arrays.sort(seconds);
            return new Measured(first, 1_000 * seconds[CALLS / 2], 1_000 * seconds[CALLS * 95 / 100]);
        }
    }

    private double call(ScriptHost host) throws IOException, InterruptedException {
        long start = ticker.nanos();
        var outcome = host.call(HostCall.function(new SourceFolder(folder), FILE, "words", arguments, 1 << 20), LIMIT);
        if (!(outcome instanceof HostOutcome.Answered)) {
            throw new IOException("the script gave no answer: " + outcome);
        }
        return (ticker.nanos() - start) / 1e9;
    }
}
