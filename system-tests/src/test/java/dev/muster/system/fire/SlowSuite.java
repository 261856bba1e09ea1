package dev.muster.system.fire;

import module java.base;

/**
 * Cases with a slow agent: each latency is drawn from a seed.
 *
 * @param fromMs latency of the fastest answer
 * @param toMs latency of the slowest
 */
record SlowSuite(int cases, int fromMs, int toMs, long seed) {

    private static final int STEP_MS = 250;

    /** Returns the message of case number n, as in the mock agent's log. */
    static String message(int number) {
        return "case " + number;
    }

    /** Writes a project folder; each latency is an agent of its own behind the same mock. */
    Path write(Path folder, String mock) throws IOException {
        Files.createDirectories(folder);
        var latencies = latencies();
        var agents = new StringBuilder("agents:\n");
        new TreeSet<>(IntStream.of(latencies).boxed().toList()).forEach(latency -> agents.append("  mock")
                .append(latency).append(": { protocol: ag-ui, url: \"").append(mock).append("/ag-ui?latency=")
                .append(latency).append("\" }\n"));
        Files.writeString(folder.resolve("muster.yaml"), agents);
        writeCases(folder, cases, n -> "mock" + latencies[n]);
        return folder;
    }

    /** @param agent of the case with that number */
    static void writeCases(Path folder, int cases, IntFunction<String> agent) throws IOException {
        Files.write(folder.resolve("suite.jsonl"), IntStream.range(0, cases)
                .mapToObj(n -> "{\"id\": \"c" + n + "\", \"agent\": \"" + agent.apply(n) + "\", \"input\": \""
                        + message(n) + "\"}")
                .toList());
    }

    private int[] latencies() {
        var random = new Random(seed);
        int steps = (toMs - fromMs) / STEP_MS + 1;
        return IntStream.range(0, cases).map(n -> fromMs + STEP_MS * random.nextInt(steps)).toArray();
    }
}
