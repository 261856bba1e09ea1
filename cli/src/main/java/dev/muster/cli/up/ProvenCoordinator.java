package dev.muster.cli.up;

import module java.base;
import dev.muster.common.access.TokenProof;
import dev.muster.common.json.Json;
import dev.muster.coordinator.store.TokenTable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.core.JacksonException;

/**
 * Asks the address in {@code up.json} whether it knows the fleet's token. After a crash another process may listen
 * there, and would be given the token and the suite.
 */
final class ProvenCoordinator {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long LONGEST = 4_096;

    private ProvenCoordinator() {}

    /** Returns what is wrong, as a sentence; empty when it knows the token. */
    static Optional<String> trouble(String url, String token) {
        var hash = TokenTable.hash(token);
        var nonce = TokenProof.nonce();
        var address = URI.create(url);
        var http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        try {
            var request = HttpRequest
                    .newBuilder(address.resolve("/api/v1/proof?token=" + TokenProof.id(hash) + "&nonce="
                            + nonce))
                    .timeout(PATIENCE).build();
            var answer = http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LONGEST))
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            var proof = Json.MAPPER.readTree(answer.body()).path("proof").asString("");
            return MessageDigest.isEqual(proof.getBytes(StandardCharsets.UTF_8),
                    TokenProof.of(hash, nonce, address.getPort()).getBytes(StandardCharsets.UTF_8)) ? Optional.empty()
                            : Optional.of(other(url));
        } catch (JacksonException e) {
            return Optional.of(other(url));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.of("the coordinator that muster up started does not answer at " + url
                    + "; see its log, or start it again with muster up");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        } finally {
            http.shutdownNow();
        }
    }

    private static String other(String url) {
        return "the server at " + url + " is not the coordinator that muster up started: it does not know the fleet's "
                + "token, so Muster sent it nothing; start the fleet again with muster up";
    }
}
