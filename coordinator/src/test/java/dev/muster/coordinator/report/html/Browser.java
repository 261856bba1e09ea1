package dev.muster.coordinator.report.html;

import module java.base;
import dev.muster.common.json.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A page in headless Chromium, driven through the DevTools protocol. */
public final class Browser implements AutoCloseable {

    private static final long PATIENCE_S = 60;

    private final Process process;
    private final HttpClient http;
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final WebSocket socket;

    private Browser(Process process, HttpClient http, URI page) {
        this.process = process;
        this.http = http;
        this.socket = http.newWebSocketBuilder().buildAsync(page, new Answers()).join();
    }

    /** Returns the path of Chromium; empty when it is not installed. */
    public static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).flatMap(
                folder -> Stream.of("chromium", "chromium-browser", "google-chrome").map(Path.of(folder)::resolve))
                .filter(Files::isExecutable).findFirst();
    }

    /**
     * @param folder for its profile
     * @param options of Chromium's command line
     */
    public static Browser open(Path program, Path folder, String... options) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(program.toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--hide-scrollbars", "--no-first-run", "--remote-debugging-port=0", "--user-data-dir=" + folder));
        command.addAll(List.of(options));
        command.add("about:blank");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var port = listening(process);
        var http = HttpClient.newHttpClient();
        var pages = Json.MAPPER.readTree(http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port
                + "/json/list")).build(), BodyHandlers.ofString()).body());
        var browser = new Browser(process, http,
                URI.create(pages.path(0).path("webSocketDebuggerUrl").asString()));
        browser.call("Page.enable", Map.of());
        return browser;
    }

    /** Returns the port that Chromium prints, and drains later output so that Chromium never blocks. */
    private static String listening(Process process) throws IOException {
        var reader = process.inputReader(StandardCharsets.UTF_8);
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            int at = line.indexOf("ws://127.0.0.1:");
            if (at >= 0) {
                Thread.ofVirtual().start(() -> reader.lines().forEach(ignored -> {
                    // nobody reads it
                }));
                var rest = line.substring(at + "ws://127.0.0.1:".length());
                return rest.substring(0, rest.indexOf('/'));
            }
        }
        throw new IOException("Chromium ended before it listened");
    }

    void size(int width, int height) {
        call("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    void scheme(String scheme) {
        call("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Shows a page; returns once it has read its index. */
    void show(Path file) {
        show(file, "document.documentElement?.dataset.ready");
    }

    /** Shows a page; returns once an expression is true. */
    void show(Path file, String ready) {
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        await(ready + " && location.pathname.endsWith('/" + file.getFileName() + "')");
    }

    /** Goes to an address, whatever it answers; returns once its document is there. */
    public void go(URI address) {
        call("Page.navigate", Map.of("url", address.toString()));
        await("document.readyState === 'complete' && location.href === '" + address + "'");
    }

    /** Waits until an expression is true. */
    void await(String expression) {
        value("new Promise(done => { const look = () => (" + expression
                + ") ? done(1) : setTimeout(look, 5); look(); })");
    }

    /** Returns the value of an expression, or of the promise that it returns. */
    public JsonNode value(String expression) {
        var answer = call("Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    String text(String selector) {
        return value("document.querySelector('" + selector + "').innerText").asString();
    }

    void press(String key) {
        call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "windowsVirtualKeyCode",
                "Tab".equals(key) ? 9 : "Enter".equals(key) ? 13 : 0, "text",
                "Enter".equals(key) ? "\r" : key.length() == 1 ? key : ""));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    void photograph(Path file) throws IOException {
        Files.write(file, Base64.getDecoder().decode(call("Page.captureScreenshot", Map.of()).path("data").asString()));
    }

    /** Writes the page as a PDF, as printed. */
    void print(Path file) throws IOException {
        var printed = call("Page.printToPDF", Map.of("printBackground", true));
        Files.write(file, Base64.getDecoder().decode(printed.path("data").asString()));
    }

    private JsonNode call(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        asked.put(id, answer);
        socket.sendText(Json.MAPPER.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        return answer.orTimeout(PATIENCE_S, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
        // its children write to the profile until they end
        var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }

    /** Delivers each answer to its request. */
    private final class Answers implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                var message = Json.MAPPER.readTree(text.toString());
                text.setLength(0);
                var waiting = asked.remove(message.path("id").asInt(-1));
                if (waiting != null) {
                    waiting.complete(message.path("result"));
                }
            }
            from.request(1);
            return null;
        }
    }
}
