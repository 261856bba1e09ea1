package dev.muster.common.agent.http;

import module java.base;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** Posts JSON to an address without waiting for the outcome. Follows no redirect, and calls only allowed hosts. */
public final class Webhook {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final MediaType JSON = MediaType.get("application/json");

    private Webhook() {}

    /** @return why it did not arrive, without the address, which may be a secret; empty when it arrived */
    public static Optional<String> post(String url, Map<String, String> headers, byte[] json, AllowedHosts allowed) {
        var client = new OkHttpClient.Builder().callTimeout(LIMIT).followRedirects(false).followSslRedirects(false)
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS)).socketFactory(allowed.sockets()).build();
        try {
            var request = new Request.Builder().url(url).header("User-Agent", "muster").post(RequestBody.create(json,
                    JSON));
            headers.forEach(request::header);
            try (var answer = client.newCall(request.build()).execute()) {
                return answer.isSuccessful() ? Optional.empty() : Optional.of("HTTP " + answer.code());
            }
        } catch (InterruptedIOException e) {
            return Optional.of("no answer within " + LIMIT.toSeconds() + " s");
        } catch (UnknownHostException e) {
            return Optional.of("unknown host");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Optional.of("the address or a header can't be sent");
        }
    }
}
