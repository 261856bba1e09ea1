package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.common.json.Json;
import dev.muster.common.status.Memoized;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.pages.api.LiveRuns;
import dev.muster.coordinator.store.StoreException;
import io.javalin.http.Context;

/**
 * Streams the runs under way to pages as server-sent events: all of them, whenever something changed, at most once a
 * second. They are read once for all pages; a page that reads slowly slows only itself.
 */
final class LiveStream implements AutoCloseable {

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration SILENCE = Duration.ofSeconds(15);
    private static final int MOST = 1_000;
    private static final int MOST_OF_ONE = 200;
    private static final int BUSY = 503;

    private final Memoized<String> runs;
    private final HttpEndpoint endpoint;
    private final Shares pages = new Shares(MOST, MOST_OF_ONE);
    private final CountDownLatch closed = new CountDownLatch(1);

    LiveStream(LiveRuns runs, HttpEndpoint endpoint) {
        this.runs = new Memoized<>(() -> Json.MAPPER.writeValueAsString(runs.now()), STEP.dividedBy(2),
                Ticker.system());
        this.endpoint = endpoint;
    }

    /** Serves one page, on its own virtual thread, until it leaves, its token ends or the server does. */
    void serve(Context context) throws IOException, InterruptedException, Denied {
        var caller = HttpEndpoint.caller(context).name();
        if (!pages.take(caller)) {
            throw new Denied(BUSY, MOST + " pages are live already, or " + MOST_OF_ONE + " of " + caller
                    + "; close some");
        }
        try {
            context.contentType("text/event-stream").header("Cache-Control", "no-store").header("X-Accel-Buffering",
                    "no");
            stream(context, context.res().getOutputStream()); // compressed, it would wait in a buffer
        } finally {
            pages.giveBack(caller);
        }
    }

    private void stream(Context context, OutputStream out) throws IOException, InterruptedException {
        var last = "";
        var silence = Duration.ZERO;
        do {
            var now = read(last);
            silence = now.equals(last) ? silence.plus(STEP) : Duration.ZERO;
            if (!now.equals(last) || silence.compareTo(SILENCE) >= 0) {
                out.write((now.equals(last) ? ":\n\n" : "event: runs\ndata: " + now + "\n\n")
                        .getBytes(StandardCharsets.UTF_8));
                out.flush();
                last = now;
            }
        } while (!closed.await(STEP.toMillis(), TimeUnit.MILLISECONDS) && endpoint.known(context).isPresent());
    }

    /** While PostgreSQL is away, nothing changes. */
    private String read(String last) {
        try {
            return runs.get();
        } catch (StoreException _) {
            return last;
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
