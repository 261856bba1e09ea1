package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import java.net.http.HttpResponse.BodyHandlers;

/** Fetches contents from a fleet's coordinator. */
public final class CoordinatorBlobs implements BlobSource {

    private final Coordinators coordinators;
    private final LeaderCalls calls;

    public CoordinatorBlobs(Coordinators coordinators, Credentials credentials) {
        this.coordinators = coordinators;
        this.calls = new LeaderCalls(coordinators, credentials);
    }

    @Override
    public InputStream open(String sha256) throws IOException, InterruptedException {
        var answer = calls.ask("/api/v1/blobs/" + sha256, request -> request.timeout(calls.patience()).GET(),
                BodyHandlers.ofInputStream());
        if (answer.statusCode() == 200) {
            return answer.body();
        }
        answer.body().close();
        if (answer.statusCode() == 404) {
            throw new FileNotFoundException("it has no content " + sha256);
        }
        throw new IOException("it answered HTTP " + answer.statusCode());
    }

    @Override
    public String toString() {
        return "the coordinator at " + coordinators;
    }
}
