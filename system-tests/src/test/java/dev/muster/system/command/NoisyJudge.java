package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * Servers for rubrics: an agent that echoes, a judge that finds replies with {@code good} well and is wrong as often as
 * it is told to be, one that refuses the form of its answer, one that talks nonsense, and a model that makes embeddings.
 */
final class NoisyJudge implements AutoCloseable {

    private static final String FORM = "response_format";

    private final HttpServer server;
    private final Random random = new Random(21);
    final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger moods = new AtomicInteger();
    final List<JsonNode> asked = Collections.synchronizedList(new ArrayList<>());

    NoisyJudge(Path project) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop" }
                  critic: { protocol: openai, url: "%1$s/sure", helper: true, instructions: You are a critic. }
                  slow: { protocol: openai, url: "%1$s/sure", helper: true, limits: { requests_per_minute: 120 } }
                connectors:
                  sure: { url: "%1$s/sure", model: j, headers: { Authorization: "Bearer ${ENV.JUDGE_KEY}" }, pricing: { input_per_million: 1000, output_per_million: 0 } }
                  noisy: { url: "%1$s/noisy", model: j }
                  plain: { url: "%1$s/plain", model: j }
                  babbler: { url: "%1$s/babbler", model: j }
                  moody: { url: "%1$s/moody", model: j }
                  embed: { url: "%1$s/embed", model: e }
                defaults: { agent: shop, judge: sure, embeddings: embed }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 1s }
                """.formatted("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            var who = Path.of(exchange.getRequestURI().getPath()).getName(0).toString();
            boolean refused = who.equals("plain") && (body.has(FORM) || body.has("temperature"));
            if (refused) {
                refusals.incrementAndGet();
            }
            var answer = refused ? "{\"error\": {\"message\": \"unknown parameter\"}}"
                    : who.equals("embed") ? embeddings(exchange, body) : completion(who, body);
            var bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(refused ? 400 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String completion(String who, JsonNode body) {
        var messages = body.path("messages");
        var last = messages.path(messages.size() - 1).path("content").asString("");
        if (!who.equals("shop")) {
            asked.add(body);
        }
        var answer = Json.MAPPER.createObjectNode();
        answer.putArray("choices").addObject().put("finish_reason", "stop").putObject("message")
                .put("role", "assistant")
                .put("content", switch (who) {
                    case "shop" -> last;
                    case "moody" -> moods.incrementAndGet() == 3 ? "Hm." : verdict(last, 0);
                    case "babbler" -> "I like it very much.";
                    case "plain" -> "Here you are:\n```json\n" + verdict(last, 0) + "\n```";
                    default -> verdict(last, who.equals("noisy") ? 0.3 : 0);
                });
        answer.putObject("usage").put("prompt_tokens", 1000).put("completion_tokens", 1);
        return answer.toString();
    }

    /** Reads only what stands in the fence of the reply. */
    private String verdict(String prompt, double error) {
        var reply = Pattern.compile("<<<REPLY (t[0-9a-f]{32})\n(.*)\n\\1 REPLY>>>", Pattern.DOTALL).matcher(prompt);
        boolean wrong;
        synchronized (random) {
            wrong = random.nextDouble() < error;
        }
        boolean passed = (reply.find() && reply.group(2).contains("good")) != wrong;
        return Json.MAPPER.createObjectNode().put("reason", passed ? "it says good" : "it does not say good")
                .put("passed", passed).put("score", passed ? 0.9 : 0.1).toString();
    }

    /** As long as the text, and as many vowels: near for texts that are alike. */
    private static String embeddings(HttpExchange exchange, JsonNode body) {
        var answer = Json.MAPPER.createObjectNode();
        var data = answer.putArray("data");
        var input = body.path("input");
        for (int n = input.size() - 1; n >= 0; n--) {
            var text = input.path(n).asString("");
            data.addObject().put("index", n).putArray("embedding").add(text.contains("sent") ? 1.0 : 0.0)
                    .add(text.contains("lost") ? 1.0 : 0.0)
                    .add(exchange.getRequestURI().getPath().endsWith("/embeddings") ? 0.1 : -1);
        }
        return answer.toString();
    }
}
