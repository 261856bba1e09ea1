package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.CaseDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cases of a spool in order. Each consists of parts: a number, or a length with that many bytes of UTF-8.
 */
public final class SpooledCases implements Iterator<CaseDefinition>, AutoCloseable {

    private static final int ABSENT = -1;

    private final DataInputStream in;
    private int left;

    SpooledCases(InputStream in, int cases) {
        this.in = new DataInputStream(in);
        this.left = cases;
    }

    /** Writes a case in the format read here. */
    static void write(CaseDefinition definition, byte[] json, OutputStream to) throws IOException {
        var out = new DataOutputStream(to);
        for (var text : Arrays.asList(definition.key(), definition.id(), definition.name(), definition.agent())) {
            write(text == null ? null : text.getBytes(StandardCharsets.UTF_8), out);
        }
        out.writeInt(definition.repeat() == null ? ABSENT : definition.repeat());
        write(json, out);
    }

    private static void write(byte @Nullable [] part, DataOutputStream out) throws IOException {
        out.writeInt(part == null ? ABSENT : part.length);
        if (part != null) {
            out.write(part);
        }
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    @Override
    public CaseDefinition next() {
        if (left == 0) {
            throw new NoSuchElementException("all cases were read");
        }
        left--;
        try {
            return new CaseDefinition(needed(), needed(), part(), part(), repeat(), needed());
        } catch (IOException e) {
            throw new UncheckedIOException("the suite could not be read back from its temporary file", e);
        }
    }

    private @Nullable Integer repeat() throws IOException {
        int repeat = in.readInt();
        return repeat == ABSENT ? null : repeat;
    }

    private String needed() throws IOException {
        return Objects.requireNonNull(part());
    }

    private @Nullable String part() throws IOException {
        int length = in.readInt();
        return length == ABSENT ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
