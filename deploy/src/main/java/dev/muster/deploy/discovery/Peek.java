package dev.muster.deploy.discovery;

import module java.base;
import dev.muster.common.json.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A few plain HTTP calls, each with little time and a little of its answer. */
record Peek(HttpClient client, Map<String, String> headers) {

    private static final Duration QUICK = Duration.ofSeconds(5);
    private static final Duration PATIENT = Duration.ofSeconds(60);
    private static final int MOST = 1 << 20;

    static Peek with(Map<String, String> headers) {
        return new Peek(HttpClient.newBuilder().connectTimeout(QUICK).version(HttpClient.Version.HTTP_1_1).build(),
                headers);
    }

    /**
     * The beginning of an answer.
     *
     * @param type the media type without parameters; empty when there is none
     */
    record Answer(int status, String type, String body) {

        boolean isGood() {
            return status / 100 == 2;
        }

        /** Returns the body as JSON; missing when it is none. */
        JsonNode json() {
            try {
                return Json.MAPPER.readTree(body);
            } catch (JacksonException e) {
                return MissingNode.getInstance();
            }
        }
    }

    /** Returns null when there is no answer. */
    @Nullable
    Answer get(String url) throws InterruptedException {
        try {
            return send(HttpRequest.newBuilder(URI.create(url)).timeout(QUICK).GET());
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    /** @throws IOException when nothing answers */
    Answer post(String url, JsonNode body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url)).timeout(PATIENT)
                .header("Content-Type", "application/json").header("Accept", "text/event-stream, application/json, */*")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        headers.forEach(request::setHeader);
        var response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        var type = response.headers().firstValue("Content-Type").orElse("");
        var semicolon = type.indexOf(';');
        return new Answer(response.statusCode(), (semicolon < 0 ? type : type.substring(0, semicolon)).strip()
                .toLowerCase(Locale.ROOT), body(response.body()));
    }

    /** Reads what comes within a minute; a stream may never end. */
    private static String body(InputStream from) throws InterruptedException {
        var read = new ByteArrayOutputStream();
        var reader = Thread.ofPlatform().daemon().name("peek").start(() -> {
            try (from) {
                var piece = new byte[8192];
                for (int n = from.read(piece); n >= 0 && read.size() < MOST; n = from.read(piece)) {
                    read.write(piece, 0, n);
                }
            } catch (IOException e) {
                // what came until then is enough
            }
        });
        reader.join(PATIENT);
        return read.toString(StandardCharsets.UTF_8);
    }
}
