package dev.muster.common.agent.http;

import module java.base;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;

/**
 * Keeps what was sent and what came back, for people who look at one call after the other. It holds secrets: mask it
 * before it is shown.
 */
public final class Recording implements Interceptor {

    /** How much of a body is kept. */
    private static final long MOST = 64 << 10;

    /** Headers that the client adds and that the address and the body show anyway, in small letters. */
    private static final Set<String> DERIVED = Set.of("host", "connection", "content-length", "transfer-encoding");

    private final List<Exchanged> exchanges = new CopyOnWriteArrayList<>();

    /**
     * A request and its answer.
     *
     * @param sent the body of the request, or the message over a WebSocket
     * @param status with its reason; empty when there was no answer
     * @param answer the beginning of the body, as far as it was read
     */
    public record Exchanged(String method, String url, Map<String, String> requestHeaders, String sent, String status,
            Map<String, String> headers, StringBuilder answer) {}

    /** Returns the exchanges in the order in which they began. */
    public List<Exchanged> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Keeps a conversation over a WebSocket, whose messages are added one by one. */
    Exchanged socket(OutgoingRequest request) {
        var exchanged = new Exchanged("WebSocket", request.url(), request.headers(), request.body().text(), "open",
                Map.of(), new StringBuilder());
        exchanges.add(exchanged);
        return exchanged;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var request = chain.request();
        if (request.header("Upgrade") != null) {
            return chain.proceed(request); // kept message by message
        }
        var sent = new Buffer();
        if (request.body() != null) {
            request.body().writeTo(sent);
        }
        var answer = new StringBuilder();
        exchanges.add(new Exchanged(request.method(), request.url().toString(), inOrder(request.headers()),
                sent.readUtf8(), "", Map.of(), answer));
        var came = chain.proceed(request);
        if (came.code() == 101) {
            exchanges.removeLast(); // what passes over the socket is kept
            return came;
        }
        var response = BodyDecoding.unreadable(came.headers()) == null ? BodyDecoding.decoded(came) : came;
        var before = exchanges.removeLast();
        exchanges.add(new Exchanged(before.method(), before.url(), before.requestHeaders(), before.sent(),
                (came.code() + " " + came.message()).strip(), inOrder(came.headers()), answer));
        return response.newBuilder().body(kept(response.body(), answer)).build();
    }

    /** Keeps the headers of the newest request as they go over the wire, with those that the client adds. */
    Response wire(Chain chain) throws IOException {
        if (!exchanges.isEmpty() && chain.request().header("Upgrade") == null) {
            var begun = exchanges.removeLast();
            var sent = inOrder(chain.request().headers());
            sent.keySet().removeIf(name -> DERIVED.contains(name.toLowerCase(Locale.ROOT))
                    && !begun.requestHeaders().containsKey(name));
            exchanges.add(new Exchanged(begun.method(), begun.url(), sent, begun.sent(), begun.status(),
                    begun.headers(), begun.answer()));
        }
        return chain.proceed(chain.request());
    }

    private static Map<String, String> inOrder(Headers headers) {
        var byName = new LinkedHashMap<String, String>();
        for (int at = 0; at < headers.size(); at++) {
            byName.merge(headers.name(at), headers.value(at), (one, other) -> one + ", " + other);
        }
        return byName;
    }

    private static ResponseBody kept(ResponseBody body, StringBuilder answer) {
        var copy = new ForwardingSource(body.source()) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                long count = super.read(sink, byteCount);
                if (count > 0 && answer.length() < MOST) {
                    var piece = new Buffer();
                    sink.copyTo(piece, sink.size() - count, Math.min(count, MOST - answer.length()));
                    answer.append(piece.readUtf8());
                }
                return count;
            }
        };
        return ResponseBody.create(Okio.buffer(copy), body.contentType(), body.contentLength());
    }
}
