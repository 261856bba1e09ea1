package dev.muster.coordinator.report;

import module java.base;

/** A form that goes to one stream, which stays open. */
public abstract class StreamResultWriter implements ResultWriter {

    protected final OutputStream out;
    protected RunHead head = new RunHead("", "", List.of(), List.of(), 0, Instant.EPOCH);

    protected StreamResultWriter(OutputStream out) {
        this.out = out;
    }

    @Override
    public void begin(RunHead run) throws IOException {
        head = run;
    }

    protected final void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
