package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.RefusedRun;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

final class RemoteBlobs implements Blobs {

    private static final Duration UPLOAD = Duration.ofMinutes(10);

    private final CoordinatorCalls calls;

    RemoteBlobs(CoordinatorCalls calls) {
        this.calls = calls;
    }

    @Override
    public boolean has(String sha256) throws IOException {
        var answer = calls.ask("/api/v1/blobs/" + sha256, calls.patience(), HttpRequest.Builder::HEAD);
        return answer.statusCode() != 404 && calls.expect(answer, 200).statusCode() == 200;
    }

    @Override
    public void put(String sha256, InputStream content) throws IOException, RefusedRun {
        calls.expect(CoordinatorCalls.accepted(calls.upload("/api/v1/blobs/" + sha256, UPLOAD,
                (call, accepted) -> call.header(CoordinatorCalls.TYPE, "application/octet-stream")
                        .PUT(BodyPublishers.ofInputStream(() -> {
                            accepted.run();
                            return content;
                        })))),
                204);
    }
}
