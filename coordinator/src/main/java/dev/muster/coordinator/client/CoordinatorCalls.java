package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.json.Json;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import dev.muster.coordinator.run.RefusedRun;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.core.JacksonException;

/** Makes HTTP calls to a fleet's coordinator; describes each failure in one sentence. */
final class CoordinatorCalls implements AutoCloseable {

    private final LeaderCalls http;

    CoordinatorCalls(Coordinators coordinators, Credentials credentials) {
        this.http = new LeaderCalls(coordinators, credentials);
    }

    Duration patience() {
        return http.patience();
    }

    URI leader() {
        return http.leader();
    }

    /** Sends a request that may be repeated. */
    HttpResponse<byte[]> ask(String path, UnaryOperator<HttpRequest.Builder> what) throws IOException {
        return answer(() -> http.ask(path, what, BodyHandlers.ofByteArray()));
    }

    /** Sends a request that must arrive at most once. */
    HttpResponse<byte[]> tell(String path, UnaryOperator<HttpRequest.Builder> what) throws IOException {
        return answer(() -> http.tell(path, what, BodyHandlers.ofByteArray()));
    }

    private static HttpResponse<byte[]> answer(CoordinatorRetry.Question<HttpResponse<byte[]>> request)
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
            throw isFinal(answer.statusCode()) ? new RefusedRequest(sentence) : new IOException(sentence);
        }
        return answer;
    }

    /** @throws RefusedRun when the coordinator refuses what it was told, with its reason */
    static HttpResponse<byte[]> accepted(HttpResponse<byte[]> answer) throws RefusedRun {
        if (answer.statusCode() == 409) {
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

    @Override
    public void close() {
        http.close();
    }
}
