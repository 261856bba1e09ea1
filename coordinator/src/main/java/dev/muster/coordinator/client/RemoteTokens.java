package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Deed;
import dev.muster.coordinator.run.MadeToken;
import dev.muster.coordinator.run.RevokedTokens;
import dev.muster.coordinator.run.TokenRequest;
import java.net.http.HttpRequest;

/** The tokens and the audit of a remote fleet, for its administrator. */
public final class RemoteTokens {

    private final CoordinatorCalls calls;

    RemoteTokens(CoordinatorCalls calls) {
        this.calls = calls;
    }

    public MadeToken create(TokenRequest requested) throws IOException {
        return calls.read(calls.tell("/api/v1/tokens", calls.patience(), CoordinatorCalls.json(requested)), 201,
                MadeToken.class);
    }

    private record Link(String key) {}

    /** Returns the address of the fleet's pages, which opens them once in one browser. */
    public URI link() throws IOException {
        var answer = calls.tell("/api/v1/session/link", calls.patience(), CoordinatorCalls::post);
        return calls.leader().resolve("/?key=" + calls.read(answer, 201, Link.class).key());
    }

    public List<AccessToken> all() throws IOException {
        return List.of(calls.get("/api/v1/tokens", AccessToken[].class));
    }

    /**
     * @param which an id, or a name of which all tokens are revoked
     * @param withMade whether to revoke what these tokens made, too
     */
    public RevokedTokens revoke(String which, boolean withMade) throws IOException {
        return calls.read(
                calls.tell("/api/v1/tokens/" + CoordinatorCalls.encoded(which) + (withMade ? "?with_made=true" : ""),
                        calls.patience(), HttpRequest.Builder::DELETE),
                200, RevokedTokens.class);
    }

    /** Newest first. */
    public List<Deed> audit(int atMost) throws IOException {
        return List.of(calls.get("/api/v1/audit?limit=" + atMost, Deed[].class));
    }
}
