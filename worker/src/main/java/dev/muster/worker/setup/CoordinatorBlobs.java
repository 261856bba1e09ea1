package dev.muster.worker.setup;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The contents that a coordinator keeps. */
public final class CoordinatorBlobs implements BlobSource {

    private final URI coordinator;
    private final @Nullable String token;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10))
            .version(HttpClient.Version.HTTP_1_1).build();

    /** @param token null when the coordinator wants none */
    public CoordinatorBlobs(URI coordinator, @Nullable String token) {
        this.coordinator = coordinator;
        this.token = token;
    }

    @Override
    public InputStream open(String sha256) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(base() + "/api/blobs/" + sha256))
                .timeout(Duration.ofSeconds(60));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        var answer = http.send(request.build(), BodyHandlers.ofInputStream());
        if (answer.statusCode() == 200) {
            return answer.body();
        }
        answer.body().close();
        if (answer.statusCode() == 404) {
            throw new FileNotFoundException("it has no content " + sha256);
        }
        throw new IOException("it answered HTTP " + answer.statusCode());
    }

    private String base() {
        var text = coordinator.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public String toString() {
        return "the coordinator at " + coordinator;
    }
}
