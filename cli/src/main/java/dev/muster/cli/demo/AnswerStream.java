package dev.muster.cli.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import tools.jackson.databind.JsonNode;

/** The answer to one request as server-sent events, each sent as soon as it is written. */
record AnswerStream(OutputStream out, Pace pace) implements AutoCloseable {

    /** The time between two words; stopping the agents cuts it short. */
    static final class Pace {

        private final long nanos;
        private final CountDownLatch stopped = new CountDownLatch(1);

        Pace(Duration between) {
            this.nanos = between.toNanos();
        }

        void pause() {
            try {
                stopped.await(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void stop() {
            stopped.countDown();
        }
    }

    static AnswerStream open(HttpExchange exchange, Pace pace) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        exchange.sendResponseHeaders(200, 0);
        return new AnswerStream(exchange.getResponseBody(), pace);
    }

    void send(JsonNode event) throws IOException {
        send(event.toString());
    }

    void send(String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Waits as long as a model needs for a word. */
    void pause() {
        pace.pause();
    }

    /** Splits a text into the pieces that a model would send: words with the space before them. */
    static List<String> words(String text) {
        return List.of(text.split("(?= )"));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
