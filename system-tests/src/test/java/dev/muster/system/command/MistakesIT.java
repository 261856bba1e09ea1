package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.session.Shell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes every mistake of {@code mistakes.txt} on a command line and compares what Muster prints; {@code -Dgolden=record}
 * records it again, for review. The file says how to read and write it.
 */
class MistakesIT {

    private static final String MISTAKE = "== ";
    private static final String TYPED = "$ ";
    private static final Pattern RUN = Pattern.compile("\\d{8}-\\d{4}-[a-z0-9]{6}");
    /** The configuration of a mistake that writes none. */
    private static final String PROJECT = """
            agents:
              bot: { protocol: openai, url: "AGENT/ok", model: m }
            """;

    @TempDir
    private static Path home;

    private static EmbeddedDatabase database;
    private static HttpServer agent;
    private static String address;
    private static ServerSocket plain;

    @BeforeAll
    static void start() throws IOException {
        database = EmbeddedDatabase.open(home);
        agent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        agent.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        agent.createContext("/", MistakesIT::answer);
        agent.start();
        address = "http://127.0.0.1:" + agent.getAddress().getPort();
        plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(MistakesIT::answerPlainly);
    }

    @AfterAll
    static void stop() throws IOException {
        plain.close();
        agent.stop(0);
        database.close();
    }

    @Tag("slow")
    @Test
    void whatIsPrintedIsWhatTheFileShows() throws IOException {
        var file = Path.of("src/test/resources/mistakes.txt");
        var expected = Files.readString(file);

        var printed = played(expected);

        if ("record".equals(System.getProperty("golden"))) {
            Files.writeString(file, printed);
        } else {
            assertThat(printed).isEqualTo(expected);
        }
    }

    /** Returns the file with what is printed now. */
    private static String played(String text) throws IOException {
        int first = text.indexOf("\n" + MISTAKE);
        var printed = new StringBuilder(text.substring(0, first));
        for (var mistake : text.substring(first).split("\n(?=== )", 0)) {
            if (!mistake.isEmpty()) {
                play(mistake, printed);
            }
        }
        return printed.toString();
    }

    /** Writes the files of a mistake, carries out its command lines, and appends both with what was printed. */
    private static void play(String mistake, StringBuilder printed) throws IOException {
        var folder = Files.createTempDirectory(home, "project");
        Files.writeString(folder.resolve("muster.yaml"), filled(PROJECT));
        var given = mistake.substring(0, mistake.indexOf("\n" + TYPED) + 1);
        for (var file : given.split("\n--- ", 0)) {
            var name = file.lines().findFirst().orElseThrow();
            if (name.equals("no muster.yaml")) {
                Files.delete(folder.resolve("muster.yaml"));
            } else if (!name.startsWith(MISTAKE)) {
                var path = folder.resolve(name);
                Files.createDirectories(path.getParent());
                Files.writeString(path, filled(file.substring(name.length()).stripLeading().stripTrailing()) + "\n");
            }
        }
        printed.append('\n').append(given);
        var runs = new ArrayList<String>();
        for (var line : mistake.lines().filter(line -> line.startsWith(TYPED)).toList()) {
            printed.append(line).append('\n').append(output(folder, line.substring(TYPED.length()), runs));
        }
    }

    private static String output(Path folder, String line, List<String> runs) {
        var bytes = new ByteArrayOutputStream();
        var words = words(line.replace("/project", folder.toString()));
        words.replaceAll(word -> word.matches("RUN\\d") ? runs.get(word.charAt(3) - '1') : word);
        var environment = new HashMap<String, String>(Map.of("MUSTER_HOME", home.toString(), "COLUMNS", "120"));
        while (words.getFirst().matches("[A-Z_]+=.*")) {
            var variable = words.removeFirst().split("=", 2);
            environment.put(variable[0], variable[1]);
        }
        int code;
        try (var print = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            code = Main.run(new Shell(folder, environment, print, print, Optional::empty,
                    InputStream.nullInputStream()), words.subList(1, words.size()).toArray(String[]::new));
        }
        var text = bytes.toString(StandardCharsets.UTF_8);
        RUN.matcher(text).results().map(MatchResult::group).filter(run -> !runs.contains(run)).forEach(runs::add);
        return normal(text, folder) + "[exit code " + code + "]\n";
    }

    /** What differs from run to run is replaced. */
    private static String normal(String text, Path folder) {
        return text.replace(address, "AGENT").replace(plain(), "PLAIN-HOST")
                .replace(folder.toString(), "/project").replace(home.toString(), "/home")
                .replaceAll(RUN.pattern(), "RUN")
                .replaceAll("(?<=\\(|Time: {4}|RUN, )\\d+(\\.\\d+)?m?s\\b", "TIME")
                // only where that takes more than a second
                .replaceAll("(?m)^muster: (submitting|waiting for the local database) .*\n", "")
                .replaceAll("(?m)[ \\t]+$", "");
    }

    private static String filled(String line) {
        return line.replace("PLAIN-HOST", plain()).replace("AGENT", address);
    }

    /** Splits as a shell does, without its escapes. */
    private static List<String> words(String line) {
        return Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)").matcher(line).results()
                .map(word -> IntStream.rangeClosed(1, 3).mapToObj(word::group).filter(Objects::nonNull).findFirst()
                        .orElseThrow())
                .map(MistakesIT::filled).collect(Collectors.toCollection(ArrayList::new));
    }

    private static String plain() {
        return "127.0.0.1:" + plain.getLocalPort();
    }

    /** A server that knows no TLS says so at once, in HTTP. */
    private static void answerPlainly() {
        while (!plain.isClosed()) {
            try (var socket = plain.accept()) {
                socket.getInputStream().read(new byte[8192]);
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // the next caller
            }
        }
    }

    /** An agent that does what the first word of its path says. */
    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        var wanted = exchange.getRequestURI().getPath().split("/", -1)[1];
        switch (wanted) {
            case "ok" -> send(exchange, 200, "application/json", """
                    {"id": "1", "object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop", \
                    "message": {"role": "assistant", "content": "Hello there."}}]}""");
            case "own" -> send(exchange, 200, "application/json", "{\"answer\": \"Hello there.\"}");
            case "empty" -> send(exchange, 200, "application/json", "");
            case "stream" -> send(exchange, 200, "text/event-stream", "");
            case "page" -> send(exchange, 200, "text/html", "<!doctype html><title>Hello</title>");
            case "text" -> send(exchange, 200, "text/plain", "Hello there.");
            case "hang" -> {
                // is never answered
            }
            case "busy" -> {
                exchange.getResponseHeaders().add("Retry-After", "1");
                send(exchange, 429, "application/json", "{\"error\": \"slow down\"}");
            }
            default -> send(exchange, Integer.parseInt(wanted), "application/json", "{\"error\": \"no\"}");
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
