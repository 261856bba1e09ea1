package dev.muster.worker.setup;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.leader.LeaderCalls;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** Fetches contents from a fleet's coordinator. */
public final class CoordinatorBlobs implements BlobSource {

    private final Coordinators coordinators;
    private final LeaderCalls calls;

    /** @param token null when the coordinators need none */
    public CoordinatorBlobs(Coordinators coordinators, @Nullable String token) {
        this.coordinators = coordinators;
        this.calls = new LeaderCalls(coordinators, token);
    }

    @Override
    public InputStream open(String sha256) throws IOException, InterruptedException {
        var answer = calls.ask("/api/blobs/" + sha256, request -> request.timeout(calls.patience()).GET(),
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
