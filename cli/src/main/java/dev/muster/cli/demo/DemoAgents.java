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
    private final ScriptedAgent.AnswerStream.Pace pace;

    private DemoAgents(HttpServer server, ExecutorService threads, ScriptedAgent.AnswerStream.Pace pace) {
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
        var pace = new ScriptedAgent.AnswerStream.Pace(BETWEEN_WORDS);
        server.setExecutor(threads);
        server.createContext("/expense", new ExpenseAgent(pace));
        server.createContext("/v1/chat/completions", new ChatAgent(pace, InstantSource.system()));
        server.createContext("/shop", new ChatAgent.ShopApi());
        server.start();
        return new DemoAgents(server, threads, pace);
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
