package dev.muster.bench.mock;

import module java.base;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A mock agent for benchmarks and load tests: AG-UI on {@code /ag-ui}, OpenAI on {@code /v1/chat/completions},
 * statistics on {@code GET /stats}. The URL of a call sets its delay and its faults, see {@link Behaviour}.
 */
public final class MockAgent implements AutoCloseable {

    private final CallLog log;
    private final int port;
    private final Thread thread;

    private MockAgent(CallLog log, int port, Thread thread) {
        this.log = log;
        this.port = port;
        this.thread = thread;
    }

    /** Starts a mock agent in this process, on any free port for 0, with the latency of calls whose URL sets none. */
    public static MockAgent start(int port, int latencyMs) throws IOException {
        return start(port, latencyMs, message -> {});
    }

    private static MockAgent start(int port, int latencyMs, Consumer<String> calls) throws IOException {
        var log = new CallLog(calls);
        var loop = new MockLoop(port, Behaviour.after(latencyMs), log, Ticker.system());
        return new MockAgent(log, loop.port(), Thread.ofPlatform().name("mock agent").start(loop));
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + port;
    }

    public MockStats stats() {
        return log.stats();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /** Starts a mock agent in a process of its own; the first line it prints is its port. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Start()).execute(args));
    }

    @Command(name = "mock-agent", description = "Answers like an agent, fast.")
    private static final class Start implements Callable<Integer> {

        @Option(names = "--port", description = "0 for any that is free.")
        private int port;

        @Option(names = "--latency", description = "Milliseconds before an answer.")
        private int latency;

        @Option(names = "--calls", description = "A file that gets a line for each call: its time, and its last user message.")
        private @Nullable Path calls;

        @Option(names = "--follow", description = "Ends when the process with this id does.")
        private long followed = -1;

        @Override
        public Integer call() throws IOException, InterruptedException {
            var agent = start(port, latency,
                    calls == null ? message -> {} : CallLog.to(calls, InstantSource.system()));
            System.out.println(agent.port);
            ProcessHandle.of(followed).map(ProcessHandle::onExit).ifPresent(ended -> {
                var _ = ended.thenRun(agent::close);
            });
            agent.thread.join();
            return 0;
        }
    }

    /**
     * Statistics of a mock agent.
     *
     * @param sentAway calls above the rate of their URL, answered with 429
     * @param inFlight received but not completely answered
     * @param byMessage number of calls by last user message
     */
    public record MockStats(long calls, long sentAway, int inFlight, int mostInFlight, int connections,
            int mostConnections,
            Map<String, Integer> byMessage) {}

    /** The calls that a mock agent has seen. Written by its loop, read from any thread. */
    static final class CallLog {

        private final Consumer<String> file;
        private final Map<String, Integer> byMessage = new HashMap<>();
        private long calls;
        private long sentAway;
        private int inFlight;
        private int mostInFlight;
        private int connections;
        private int mostConnections;

        /** @param file receives the message of each call */
        CallLog(Consumer<String> file) {
            this.file = file;
        }

        /**
         * Writes calls to a file, one per line: milliseconds since 1970, a space, the message. Each line is written before
         * the call continues, so that a reader sees all calls so far.
         */
        static Consumer<String> to(Path path, InstantSource clock) throws IOException {
            Writer file = new FileWriter(path.toFile(), StandardCharsets.UTF_8, true);
            return message -> {
                try {
                    file.write(clock.millis() + " " + message.replace('\n', ' ') + "\n");
                    file.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException("the calls can't be written to " + path, e);
                }
            };
        }

        /** @return the call's number among those with the same message, from 1 */
        synchronized int began(String message) {
            file.accept(message);
            calls++;
            inFlight++;
            mostInFlight = Math.max(mostInFlight, inFlight);
            return byMessage.merge(message, 1, Integer::sum);
        }

        /** Counts the call that just began as one above the rate. */
        synchronized void sentAway() {
            sentAway++;
        }

        synchronized void ended() {
            inFlight--;
        }

        synchronized void connected() {
            connections++;
            mostConnections = Math.max(mostConnections, connections);
        }

        synchronized void disconnected() {
            connections--;
        }

        synchronized MockAgent.MockStats stats() {
            return new MockAgent.MockStats(calls, sentAway, inFlight, mostInFlight, connections, mostConnections,
                    Map.copyOf(byMessage));
        }

        /** Forgets all calls; calls in progress still count as in flight. */
        synchronized void reset() {
            byMessage.clear();
            calls = 0;
            sentAway = 0;
            mostInFlight = inFlight;
            mostConnections = connections;
        }
    }
}
