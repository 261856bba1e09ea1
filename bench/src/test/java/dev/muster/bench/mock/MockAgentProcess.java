package dev.muster.bench.mock;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** A {@link MockAgent} in a process of its own, so that its cost is not counted as Muster's. */
public final class MockAgentProcess implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(30);

    private final ChildProcess process;
    private final String baseUrl;
    private final OkHttpClient client = new OkHttpClient();

    private MockAgentProcess(ChildProcess process, String baseUrl) {
        this.process = process;
        this.baseUrl = baseUrl;
    }

    /** Starts a mock agent on a free port; it ends when it is closed, or when this process ends. */
    public static MockAgentProcess start() throws IOException, InterruptedException {
        return start(List.of());
    }

    /** The same, with a line in that file for each call: milliseconds since 1970, a space, the last user message. */
    public static MockAgentProcess start(Path calls) throws IOException, InterruptedException {
        return start(List.of("--calls", calls.toString()));
    }

    private static MockAgentProcess start(List<String> options) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("--follow", Long.toString(ProcessHandle.current().pid())));
        arguments.addAll(options);
        var launch = Launch.of(MockAgent.class, arguments.toArray(String[]::new))
                .withJvmOptions("-XX:+UseSerialGC", "-Xmx512m");
        var process = ChildProcess.start(launch);
        return new MockAgentProcess(process, "http://127.0.0.1:" + process.firstLine(START));
    }

    /** Returns the URL for AG-UI's POST, such as {@code http://…/ag-ui?latency=100}. */
    public String aguiUrl(int latencyMs) {
        return baseUrl + "/ag-ui?latency=" + latencyMs;
    }

    /** Returns the base URL, to which {@code /chat/completions} is added. */
    public String openaiUrl(int latencyMs) {
        return baseUrl + "/latency=" + latencyMs + "/v1";
    }

    public String baseUrl() {
        return baseUrl;
    }

    public MockAgent.MockStats stats() throws IOException {
        return Json.MAPPER.readValue(post("/stats"), MockAgent.MockStats.class);
    }

    /** Forgets the calls seen so far. */
    public void reset() throws IOException {
        post("/reset");
    }

    private byte[] post(String path) throws IOException {
        var request = new Request.Builder().url(baseUrl + path).post(RequestBody.EMPTY).build();
        try (var response = client.newCall(request).execute()) {
            return response.body().bytes();
        }
    }

    @Override
    public void close() {
        client.connectionPool().evictAll();
        process.close();
    }
}
