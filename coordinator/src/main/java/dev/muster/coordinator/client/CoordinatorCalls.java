package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.leader.LeaderCalls;
import dev.muster.common.time.Pause;
import dev.muster.coordinator.run.RefusedRun;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.core.JacksonException;

/** Requests to the leader of a fleet, and what its answers mean. */
final class CoordinatorCalls implements AutoCloseable {

    static final String TYPE = "Content-Type";
    private static final int TOO_MANY = 429;
    private static final int MOST_WAITS = 600;

    private final LeaderCalls http;
    private final Pause pause;

    /** @param pause between tries of an upload for which the coordinator has no place yet */
    CoordinatorCalls(LeaderCalls http, Pause pause) {
        this.http = http;
        this.pause = pause;
    }

    /** Returns how long an answer may take that needs no work. */
    Duration patience() {
        return http.patience();
    }

    URI leader() {
        return http.leader();
    }

    @Override
    public void close() {
        http.close();
    }

    <T> T get(String path, Class<T> type) throws IOException {
        return read(get(path, http.patience()), 200, type);
    }

    HttpResponse<byte[]> get(String path, Duration timeout) throws IOException {
        return ask(path, timeout, HttpRequest.Builder::GET);
    }

    /** Sends a request that may be repeated. */
    HttpResponse<byte[]> ask(String path, Duration timeout, UnaryOperator<HttpRequest.Builder> what)
            throws IOException {
        return answer(
                () -> http.ask(path, request -> what.apply(request.timeout(timeout)), BodyHandlers.ofByteArray()));
    }

    /** Sends a request that must arrive at most once. */
    HttpResponse<byte[]> tell(String path, Duration timeout, UnaryOperator<HttpRequest.Builder> what)
            throws IOException {
        return answer(
                () -> http.tell(path, request -> what.apply(request.timeout(timeout)), BodyHandlers.ofByteArray()));
    }

    /** Makes a request of an upload; the second argument is run when the coordinator asks for the body. */
    interface Upload {
        HttpRequest.Builder of(HttpRequest.Builder call, Runnable accepted);
    }

    /**
     * Sends a body, which can be read once, as soon as the coordinator asks for it: that may have no place for it yet.
     */
    HttpResponse<byte[]> upload(String path, Duration timeout, Upload upload) throws IOException {
        var accepted = new AtomicBoolean();
        HttpResponse<byte[]> answer;
        int waits = 0;
        do {
            answer = tell(path, timeout, call -> upload.of(call.expectContinue(true), () -> accepted.set(true)));
        } while (answer.statusCode() == TOO_MANY && !accepted.get() && waits++ < MOST_WAITS && awaited(answer));
        return answer;
    }

    private boolean awaited(HttpResponse<byte[]> busy) throws IOException {
        var seconds = Math.clamp(busy.headers().firstValueAsLong("Retry-After").orElse(2), 1, 60);
        return answer(() -> {
            pause.pause(Duration.ofSeconds(seconds));
            return true;
        });
    }

    private static <T> T answer(CoordinatorRetry.Question<T> request)
            throws IOException {
        try {
            return request.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while talking to the coordinator", e);
        }
    }

    HttpResponse<byte[]> expect(HttpResponse<byte[]> answer, int status) throws IOException {
        if (answer.statusCode() != status) {
            var sentence = "the coordinator at " + http.leader() + " answered HTTP " + answer.statusCode() + ": "
                    + error(answer);
            throw isFinal(answer.statusCode()) ? new RefusedRequest(sentence)
                    : new IOException(sentence);
        }
        return answer;
    }

    /** @throws RefusedRun when the coordinator refuses the request, with its reason */
    static HttpResponse<byte[]> accepted(HttpResponse<byte[]> answer) throws RefusedRun {
        if (answer.statusCode() == 409 || answer.statusCode() == 400) {
            throw new RefusedRun(error(answer));
        }
        return answer;
    }

    /** Whether a status is final: client errors are, server errors may be temporary. */
    private static boolean isFinal(int status) {
        return status >= 400 && status < 500 && status != 408 && status != 429;
    }

    /** Returns the document of an answer that must have this status. */
    <T> T read(HttpResponse<byte[]> answer, int status, Class<T> type) throws IOException {
        try {
            return Json.MAPPER.readValue(expect(answer, status).body(), type);
        } catch (JacksonException e) {
            throw new IOException("the answer of " + http.leader()
                    + " is not a Muster coordinator's; check the address, and that both have the same version", e);
        }
    }

    private static String error(HttpResponse<byte[]> answer) {
        var text = new String(answer.body(), StandardCharsets.UTF_8);
        try {
            var error = Json.MAPPER.readTree(text).path("error");
            return error.isString() ? error.stringValue() : text;
        } catch (JacksonException e) {
            return text.length() > 200 ? text.substring(0, 200) : text;
        }
    }

    static HttpRequest.Builder post(HttpRequest.Builder request) {
        return request.POST(BodyPublishers.noBody());
    }

    static UnaryOperator<HttpRequest.Builder> json(Object body) {
        return request -> request.header(TYPE, "application/json")
                .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(body)));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
