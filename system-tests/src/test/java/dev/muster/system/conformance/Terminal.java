package dev.muster.system.conformance;

import module java.base;
import tools.jackson.databind.JsonNode;

/** A simulated terminal: its human user answers each question with the script's next line. */
final class Terminal extends ByteArrayOutputStream {

    private final BlockingQueue<String> typed = new LinkedBlockingQueue<>();
    private final Deque<String> lines = new ArrayDeque<>();
    private int asked;

    Terminal(JsonNode script) {
        for (var each : script.path("cases")) {
            each.path("person").forEach(line -> lines.add(line.stringValue()));
        }
    }

    @Override
    public synchronized void flush() {
        if (toString(StandardCharsets.UTF_8).endsWith("for no answer): ")) {
            asked++;
            typed.add(lines.isEmpty() ? "" : lines.poll());
        }
    }

    int asked() {
        return asked;
    }

    BufferedReader keyboard() {
        return new BufferedReader(new Reader() {

            @Override
            public int read(char[] into, int offset, int length) throws IOException {
                try {
                    var line = typed.take() + "\n";
                    line.getChars(0, line.length(), into, offset);
                    return line.length();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                }
            }

            @Override
            public void close() {
                // nobody hangs up
            }
        });
    }
}
