package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.Blobs;
import dev.muster.coordinator.run.RefusedRun;
import java.net.http.HttpRequest.BodyPublishers;

/** The file contents of a remote coordinator. */
record RemoteBlobs(CoordinatorCalls calls) implements Blobs {

    private static final Duration UPLOAD = Duration.ofMinutes(10);

    @Override
    public boolean has(String sha256) throws IOException {
        var answer = calls.ask("/api/blobs/" + sha256, request -> request.timeout(calls.patience()).HEAD());
        return answer.statusCode() != 404 && calls.expect(answer, 200).statusCode() == 200;
    }

    @Override
    public void put(String sha256, InputStream content) throws IOException, RefusedRun {
        var answer = calls.tell("/api/blobs/" + sha256,
                request -> request.timeout(UPLOAD).PUT(BodyPublishers.ofInputStream(() -> content)));
        if (answer.statusCode() == 409) {
            throw new RefusedRun(CoordinatorCalls.error(answer));
        }
        calls.expect(answer, 204);
    }
}
