package dev.muster.bench.mock;

import module java.base;
import module java.net.http;
import dev.muster.common.json.Json;

/**
 * A session that a page keeps, begun by its link.
 *
 * @param url of the server
 * @param key what the page sends in a header
 */
public record PageSession(String url, String key) {

    public static final String HEADER = "Muster-Session";

    /** @throws IOException when the link begins none */
    public static PageSession begin(HttpClient http, String link) throws IOException, InterruptedException {
        int query = link.indexOf("/?key=");
        var url = link.substring(0, query);
        var body = Json.MAPPER.writeValueAsString(Map.of("key", link.substring(query + "/?key=".length())));
        var answer = http.send(HttpRequest.newBuilder(URI.create(url + "/api/v1/session"))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException(answer.statusCode() + ": " + answer.body());
        }
        return new PageSession(url, Json.MAPPER.readTree(answer.body()).path("session").asString());
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).header(HEADER, key);
    }
}
