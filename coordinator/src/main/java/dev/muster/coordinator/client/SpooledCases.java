package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.CaseDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cases of a spool in order. Each is a block: its length in bytes, then its parts, each a number or a length
 * with that many bytes of UTF-8.
 */
public final class SpooledCases implements Iterator<CaseDefinition>, AutoCloseable {

    private static final int ABSENT = -1;
    private static final byte[] NOTHING = {};

    private final DataInputStream in;
    private int left;

    SpooledCases(InputStream in, int cases) {
        this.in = new DataInputStream(in);
        this.left = cases;
    }

    /** Writes a case in the format read here. */
    static void write(CaseDefinition definition, byte[] json, OutputStream to) throws IOException {
        var key = utf8(definition.key());
        var id = utf8(definition.id());
        var name = utf8(definition.name());
        var agent = utf8(definition.agent());
        int size = 6 * Integer.BYTES + key.length + id.length + name.length + agent.length + json.length;
        var block = ByteBuffer.allocate(Integer.BYTES + size).putInt(size);
        part(block, key, false);
        part(block, id, false);
        part(block, name, definition.name() == null);
        part(block, agent, definition.agent() == null);
        block.putInt(definition.repeat() == null ? ABSENT : definition.repeat());
        part(block, json, false);
        to.write(block.array());
    }

    private static byte[] utf8(@Nullable String text) {
        return text == null ? NOTHING : text.getBytes(StandardCharsets.UTF_8);
    }

    private static void part(ByteBuffer block, byte[] part, boolean absent) {
        block.putInt(absent ? ABSENT : part.length).put(part);
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
        var block = block();
        return new CaseDefinition(needed(block), needed(block), part(block), part(block), repeat(block), needed(block));
    }

    private ByteBuffer block() {
        try {
            return ByteBuffer.wrap(in.readNBytes(in.readInt()));
        } catch (IOException e) {
            throw new UncheckedIOException("the suite could not be read back from its temporary file", e);
        }
    }

    private static @Nullable Integer repeat(ByteBuffer block) {
        int repeat = block.getInt();
        return repeat == ABSENT ? null : repeat;
    }

    private static String needed(ByteBuffer block) {
        return Objects.requireNonNull(part(block));
    }

    private static @Nullable String part(ByteBuffer block) {
        int length = block.getInt();
        if (length == ABSENT) {
            return null;
        }
        var utf8 = new byte[length];
        block.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
