package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.AccessToken;
import dev.muster.coordinator.run.Deed;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** The tokens and the audit of a remote fleet, for its administrator. */
public record RemoteTokens(CoordinatorCalls calls) {

    public AccessToken.Made create(AccessToken.Wanted wanted) throws IOException {
        var answer = calls.tell("/api/v1/tokens", request -> within(request).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(wanted))));
        return calls.read(answer, 201, AccessToken.Made.class);
    }

    private record Link(String key) {}

    /** Returns the address of the fleet's pages, which opens them once in one browser. */
    public URI link() throws IOException {
        var answer = calls.tell("/api/v1/session/link", request -> within(request).POST(BodyPublishers.noBody()));
        return calls.leader().resolve("/?key=" + calls.read(answer, 201, Link.class).key());
    }

    public List<AccessToken> all() throws IOException {
        var answer = calls.ask("/api/v1/tokens", request -> within(request).GET());
        return List.of(calls.read(answer, 200, AccessToken[].class));
    }

    /** @param which an id, or a name of which all tokens are revoked */
    public List<AccessToken> revoke(String which) throws IOException {
        var answer = calls.tell("/api/v1/tokens/" + URLEncoder.encode(which, StandardCharsets.UTF_8),
                request -> within(request).DELETE());
        return List.of(calls.read(answer, 200, AccessToken[].class));
    }

    /** Newest first. */
    public List<Deed> audit(int atMost) throws IOException {
        var answer = calls.ask("/api/v1/audit?limit=" + atMost, request -> within(request).GET());
        return List.of(calls.read(answer, 200, Deed[].class));
    }

    private HttpRequest.Builder within(HttpRequest.Builder request) {
        return request.timeout(calls.patience());
    }
}
