package dev.muster.coordinator.client;

import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.SuiteStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A fleet behind a coordinator's address. */
public final class RemoteRuns implements Runs, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PIPE = 256 << 10;

    private final URI coordinator;
    private final @Nullable String token;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10))
            .version(HttpClient.Version.HTTP_1_1).build();

    /** @param token null when the coordinator wants none */
    public RemoteRuns(URI coordinator, @Nullable String token) {
        this.coordinator = coordinator;
        this.token = token;
    }

    @Override
    public String submit(RunRequest request, Iterator<TestCase> suite) throws IOException, RefusedRun {
        var answer = send(request("/api/runs").timeout(Duration.ofHours(1)).POST(body(request, suite)));
        if (answer.statusCode() == 409) {
            throw new RefusedRun(error(answer));
        }
        return read(expect(answer, 201)).get("run").stringValue();
    }

    @Override
    public Optional<RunPage> follow(String run, long after, Duration wait) throws IOException {
        var answer = send(request("/api/runs/" + encoded(run) + "/results?after=" + after + "&wait_ms="
                + wait.toMillis()).timeout(wait.plus(PATIENCE)).GET());
        if (answer.statusCode() == 404) {
            return Optional.empty();
        }
        return Optional.of(Json.MAPPER.treeToValue(read(expect(answer, 200)), RunPage.class));
    }

    @Override
    public void stop(String run, String reason, Duration grace) throws IOException {
        expect(send(request("/api/runs/" + encoded(run) + "/stop?reason=" + encoded(reason) + "&grace_ms="
                + grace.toMillis()).timeout(PATIENCE).POST(BodyPublishers.noBody())), 202);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    /** The suite is written while it is sent: neither side ever holds it. */
    private static BodyPublisher body(RunRequest request, Iterator<TestCase> suite) {
        return BodyPublishers.ofInputStream(() -> {
            try {
                var out = new PipedOutputStream();
                var in = new PipedInputStream(out, PIPE);
                Thread.ofPlatform().daemon().name("suite upload").start(() -> write(request, suite, out));
                return in;
            } catch (IOException e) {
                return InputStream.nullInputStream();
            }
        });
    }

    private static void write(RunRequest request, Iterator<TestCase> suite, PipedOutputStream out) {
        try (out) {
            SuiteStream.write(request, suite, out);
        } catch (IOException | JacksonException e) {
            // the reader's end was closed: its side of the request tells why
            return;
        }
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(base() + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private String base() {
        var text = coordinator.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while talking to the coordinator", e);
        } catch (IOException e) {
            throw new IOException("the coordinator at " + coordinator + " does not answer (" + why(e) + ")", e);
        }
    }

    private static String why(IOException e) {
        var said = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return e instanceof ConnectException ? "connection refused, or no way there" : said;
    }

    private HttpResponse<byte[]> expect(HttpResponse<byte[]> answer, int status) throws IOException {
        if (answer.statusCode() != status) {
            throw new IOException("the coordinator at " + coordinator + " answered HTTP " + answer.statusCode() + ": "
                    + error(answer));
        }
        return answer;
    }

    private static JsonNode read(HttpResponse<byte[]> answer) throws IOException {
        try {
            return Json.MAPPER.readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException("the coordinator's answer is no JSON: is it a Muster coordinator?", e);
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

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
