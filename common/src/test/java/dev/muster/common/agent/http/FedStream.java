package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.Exchange.Watchdog;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** A stream of events from memory, read like a server's. */
public final class FedStream {

    private static final OkHttpClient NEVER_CALLED = new OkHttpClient();

    private FedStream() {}

    public static AgentOutcome read(byte[] body, AnswerReader reader) throws IOException {
        var request = new Request.Builder().url("http://127.0.0.1/").build();
        var deadline = Deadline.in(Duration.ofMinutes(1), Ticker.system());
        var watchdog = new Watchdog(NEVER_CALLED.newCall(request), deadline);
        try (var response = new Response.Builder().request(request).protocol(Protocol.HTTP_1_1).code(200).message("OK")
                .body(ResponseBody.create(body, MediaType.get("text/event-stream"))).build()) {
            return new EventStream(response, StreamBounds.DEFAULT, new PacedReader(reader, deadline), watchdog)
                    .read(response);
        } finally {
            watchdog.release();
        }
    }
}
