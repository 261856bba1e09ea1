package dev.muster.mock;

import module java.base;

/** The calls that a mock agent has seen. Written by its loop, read from any thread. */
final class CallLog {

    private final Consumer<String> file;
    private final Map<String, Integer> byMessage = new HashMap<>();
    private long calls;
    private long sentAway;
    private int inFlight;
    private int mostInFlight;
    private int connections;
    private int mostConnections;

    /** @param file receives the message of each call */
    CallLog(Consumer<String> file) {
        this.file = file;
    }

    /**
     * Writes calls to a file, one per line: milliseconds since 1970, a space, the message. Each line is written before
     * the call continues, so that a reader sees all calls so far.
     */
    static Consumer<String> to(Path path, InstantSource clock) throws IOException {
        Writer file = new FileWriter(path.toFile(), StandardCharsets.UTF_8, true);
        return message -> {
            try {
                file.write(clock.millis() + " " + message.replace('\n', ' ') + "\n");
                file.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("the calls can't be written to " + path, e);
            }
        };
    }

    /** @return the call's number among those with the same message, from 1 */
    synchronized int began(String message) {
        file.accept(message);
        calls++;
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
        return byMessage.merge(message, 1, Integer::sum);
    }

    /** Counts the call that just began as one above the rate. */
    synchronized void sentAway() {
        sentAway++;
    }

    synchronized void ended() {
        inFlight--;
    }

    synchronized void connected() {
        connections++;
        mostConnections = Math.max(mostConnections, connections);
    }

    synchronized void disconnected() {
        connections--;
    }

    synchronized MockAgent.MockStats stats() {
        return new MockAgent.MockStats(calls, sentAway, inFlight, mostInFlight, connections, mostConnections,
                Map.copyOf(byMessage));
    }

    /** Forgets all calls; calls in progress still count as in flight. */
    synchronized void reset() {
        byMessage.clear();
        calls = 0;
        sentAway = 0;
        mostInFlight = inFlight;
        mostConnections = connections;
    }
}
