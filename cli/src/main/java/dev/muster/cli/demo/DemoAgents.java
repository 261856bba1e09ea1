package dev.muster.cli.demo;

import module java.base;
import com.sun.net.httpserver.HttpServer;

/** The scripted demo agents, listening on loopback: an expense agent over AG-UI, a bookshop's agent over OpenAI. */
public final class DemoAgents implements AutoCloseable {

    /** The port in the checked-in examples. */
    public static final int USUAL_PORT = 7171;

    private static final Duration BETWEEN_WORDS = Duration.ofMillis(3);

    private final HttpServer server;
    private final ExecutorService threads;
    private final AnswerStream.Pace pace;

    private DemoAgents(HttpServer server, ExecutorService threads, AnswerStream.Pace pace) {
        this.server = server;
        this.threads = threads;
        this.pace = pace;
    }

    /** Starts the agents, on any free port for 0. */
    public static DemoAgents start(int port) throws IOException {
        // Read once, when the JDK's server is first used; without it a small event waits for the client's
        // delayed acknowledgement, 40 ms each.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var server = listen(port);
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var pace = new AnswerStream.Pace(BETWEEN_WORDS);
        server.setExecutor(threads);
        var bookshop = DemoScript.load("bookshop");
        server.createContext("/expense", new ScriptedAgent(expense(DemoScript.load("expense"), pace)));
        server.createContext("/v1/chat/completions", new ScriptedAgent(chat(bookshop, DemoScript.load("judge"), pace)));
        server.createContext("/shop", new ShopApi(bookshop));
        server.start();
        return new DemoAgents(server, threads, pace);
    }

    private static ScriptedAgent.Format expense(DemoScript script, AnswerStream.Pace pace) {
        var facts = new ExpenseFacts(script.file().path("types"));
        return (exchange, request, history) -> {
            try (var stream = AnswerStream.open(exchange, pace)) {
                new AguiRun(stream, request).play(script.answer(history, facts.of(history)), history);
            }
        };
    }

    /** OpenAI chat completions, streamed on request. Needs no key; refuses any that does not begin with {@code demo}. */
    private static ScriptedAgent.Format chat(DemoScript bookshop, DemoScript judge, AnswerStream.Pace pace) {
        return (exchange, request, history) -> {
            var key = exchange.getRequestHeaders().getFirst("Authorization");
            if (key != null && !key.startsWith("Bearer demo")) {
                ScriptedAgent.refuse(exchange, 401, "wrong key; the demo needs none, or one that begins with 'demo'");
                return;
            }
            var model = request.path("model").asString("scripted");
            var completion = new ChatCompletion((model.equals("judge") ? judge : bookshop).answer(history).getFirst(),
                    Instant.now().getEpochSecond(), model, history.stream().mapToInt(DemoMessage::tokens).sum());
            if (request.path("stream").asBoolean(false)) {
                try (var stream = AnswerStream.open(exchange, pace)) {
                    completion.stream(stream, request.path("stream_options").path("include_usage").asBoolean(false));
                }
            } else {
                ScriptedAgent.json(exchange, 200, completion.whole());
            }
        };
    }

    private static HttpServer listen(int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new IOException("the demo agents can't listen on port " + port + " (" + e.getMessage()
                    + "); choose another one, or 0 for any", e);
        }
    }

    /** Returns the base of both agents' URLs: {@code http://127.0.0.1:PORT}. */
    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String expenseUrl() {
        return baseUrl() + "/expense";
    }

    /** Returns the URL of the interface of its own, to which {@code /sessions} and {@code /chat} are added. */
    public String shopUrl() {
        return baseUrl() + "/shop";
    }

    /** Returns the base URL, to which {@code /chat/completions} is added. */
    public String chatUrl() {
        return baseUrl() + "/v1";
    }

    @Override
    public void close() {
        pace.stop();
        server.stop(0);
        threads.close();
    }
}
