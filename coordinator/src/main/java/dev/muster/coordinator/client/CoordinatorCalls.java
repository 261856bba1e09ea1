package dev.muster.coordinator.client;

import dev.muster.common.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** HTTP with a coordinator: each way in which it can go wrong is one sentence. */
final class CoordinatorCalls implements AutoCloseable {

    private final URI coordinator;
    private final @Nullable String token;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10))
            .version(HttpClient.Version.HTTP_1_1).build();

    /** @param token null when the coordinator wants none */
    CoordinatorCalls(URI coordinator, @Nullable String token) {
        this.coordinator = coordinator;
        this.token = token;
    }

    HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(base() + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while talking to the coordinator", e);
        } catch (IOException e) {
            throw new IOException("the coordinator at " + coordinator + " does not answer (" + why(e) + ")", e);
        }
    }

    HttpResponse<byte[]> expect(HttpResponse<byte[]> answer, int status) throws IOException {
        if (answer.statusCode() != status) {
            var sentence = "the coordinator at " + coordinator + " answered HTTP " + answer.statusCode() + ": "
                    + error(answer);
            throw isFinal(answer.statusCode()) ? new Refusal(sentence) : new IOException(sentence);
        }
        return answer;
    }

    /** What the client did wrong stays wrong; what the server can't do now it may do later. */
    private static boolean isFinal(int status) {
        return status >= 400 && status < 500 && status != 408 && status != 429;
    }

    static JsonNode read(HttpResponse<byte[]> answer) throws IOException {
        try {
            return Json.MAPPER.readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException("the coordinator's answer is no JSON: is it a Muster coordinator?", e);
        }
    }

    static String error(HttpResponse<byte[]> answer) {
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
        http.shutdownNow();
    }

    private String base() {
        var text = coordinator.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static String why(IOException e) {
        var said = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return e instanceof ConnectException ? "connection refused, or no way there" : said;
    }
}
