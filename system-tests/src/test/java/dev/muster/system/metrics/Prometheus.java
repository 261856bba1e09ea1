package dev.muster.system.metrics;

import module java.base;
import dev.muster.common.json.Json;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Debian's Prometheus: fetched by apt and unpacked, never installed. */
final class Prometheus implements AutoCloseable {

    private static final Path FOLDER = Path.of("target", "prometheus").toAbsolutePath();

    private final Process process;
    private final URI url;
    private final HttpClient http = HttpClient.newHttpClient();

    private Prometheus(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Returns why there is none here; null once it is unpacked. */
    static @Nullable String missing() throws IOException, InterruptedException {
        if (Files.isExecutable(program("prometheus"))) {
            return null;
        }
        Files.createDirectories(FOLDER);
        if (!succeeds("apt-get", "--version") || !succeeds("dpkg", "--version")) {
            return "Prometheus is fetched with apt-get and dpkg, which are not here";
        }
        if (!succeeds("apt-get", "download", "prometheus")) {
            return "apt-get could not download the package prometheus; does apt-get update work here?";
        }
        try (var packages = Files.newDirectoryStream(FOLDER, "prometheus_*.deb")) {
            return succeeds("dpkg", "-x", packages.iterator().next().toString(), ".") ? null
                    : "dpkg could not unpack the package prometheus";
        }
    }

    static Path program(String name) {
        return FOLDER.resolve("usr/bin").resolve(name);
    }

    /** Scrapes what the configuration names, until it is closed. */
    static Prometheus start(Path folder, String configuration) throws IOException {
        var file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        var process = new ProcessBuilder(program("prometheus").toString(), "--config.file=" + file,
                "--storage.tsdb.path=" + folder.resolve("data"), "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true).redirectOutput(folder.resolve("prometheus.log").toFile()).start();
        return new Prometheus(process, URI.create("http://127.0.0.1:" + port));
    }

    boolean isReady() throws InterruptedException {
        try {
            return get("/-/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The rows of an instant query that have a number. */
    List<JsonNode> query(String query) throws IOException, InterruptedException {
        var answer = Json.MAPPER.readTree(get("/api/v1/query?query=" + URLEncoder.encode(query,
                StandardCharsets.UTF_8)).body());
        if (!answer.path("status").asString().equals("success")) {
            throw new AssertionError(query + ": " + answer);
        }
        return answer.at("/data/result").valueStream()
                .filter(row -> !row.at("/value/1").asString().equals("NaN")).toList();
    }

    List<JsonNode> rules() throws IOException, InterruptedException {
        return Json.MAPPER.readTree(get("/api/v1/rules").body()).at("/data/groups/0/rules").valueStream().toList();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        http.close();
    }

    private java.net.http.HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(20)).build(),
                BodyHandlers.ofString());
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** What promtool says. */
    record Told(int code, String output) {

        static Told byPromtool(Path in, Path folder, String... words) throws IOException, InterruptedException {
            var output = Files.createTempFile(folder, "promtool", ".txt");
            var all = new ArrayList<>(List.of(program("promtool").toString()));
            all.addAll(List.of(words));
            int code = new ProcessBuilder(all).redirectInput(in.toFile()).redirectErrorStream(true)
                    .redirectOutput(output.toFile()).start().waitFor();
            return new Told(code, Files.readString(output));
        }
    }
}
