package dev.muster.bench.mock;

import module java.base;
import dev.muster.common.time.Ticker;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import org.jspecify.annotations.Nullable;

/**
 * The least a client can do: the same request again and again with OkHttp, each answer read to its end as server-sent
 * events. Muster's figures are given as ratios to it.
 */
public final class BareLoop implements AutoCloseable {

    private static final RequestBody BODY = RequestBody.create("""
            {"threadId":"t","runId":"r","messages":[{"id":"1","role":"user","content":"Is all fine?"}],\
            "tools":[],"context":[],"state":{},"forwardedProps":{},"stream":true}""",
            MediaType.get("application/json"));

    private final OkHttpClient client;
    private final int parallel;
    private final Ticker ticker;

    /** @param parallel most calls at once */
    public BareLoop(int parallel, Ticker ticker) {
        this.parallel = parallel;
        this.ticker = ticker;
        this.client = new OkHttpClient.Builder().connectionPool(new ConnectionPool(parallel, 1, TimeUnit.MINUTES))
                .readTimeout(Duration.ZERO).retryOnConnectionFailure(false).build();
    }

    /** The measured figures, of all answers together. */
    public record Measured(int calls, long events, Duration took) {

        public double callsPerSecond() {
            return calls / (took.toNanos() / 1e9);
        }
    }

    /** @throws IOException when a call fails: a rate that includes failures says nothing */
    public Measured run(String url, int calls) throws IOException, InterruptedException {
        var request = new Request.Builder().url(url).header("Accept", "text/event-stream").post(BODY).build();
        var left = new AtomicInteger(calls);
        long start = ticker.nanos();
        long events = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var loops = new ArrayList<Future<Long>>();
            for (int i = 0; i < parallel; i++) {
                loops.add(threads.submit(() -> callUntilNoneIsLeft(request, left)));
            }
            for (var loop : loops) {
                events += loop.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a call to " + url + " failed: " + e.getCause(), e);
        }
        return new Measured(calls, events, Duration.ofNanos(ticker.nanos() - start));
    }

    private long callUntilNoneIsLeft(Request request, AtomicInteger left) throws IOException {
        long events = 0;
        while (left.getAndDecrement() > 0) {
            events += call(request);
        }
        return events;
    }

    private int call(Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            if (!response.isSuccessful()) {
                throw new IOException("HTTP " + response.code());
            }
            var counter = new Counter();
            EventSources.processResponse(response, counter);
            return counter.events();
        }
    }

    @Override
    public void close() {
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }

    private static final class Counter extends EventSourceListener {

        private int seen;
        private @Nullable Throwable failure;

        @Override
        public void onEvent(EventSource source, @Nullable String id, @Nullable String type, String data) {
            seen++;
        }

        @Override
        public void onFailure(EventSource source, @Nullable Throwable cause, @Nullable Response response) {
            failure = cause;
        }

        int events() throws IOException {
            if (failure != null) {
                throw new IOException("the stream broke: " + failure.getMessage(), failure);
            }
            return seen;
        }
    }
}
