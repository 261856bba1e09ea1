package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a YAML text: one, a list, or several documents. Reads the whole text, so its size is bounded;
 * skips empty documents.
 */
public final class YamlStream implements NodeStream {

    static final int LARGEST = 16 << 20;

    private final InputStream bytes;
    private final Faults faults;
    private @Nullable Iterator<Node> values;

    /** @param faults receives invalid YAML */
    public YamlStream(InputStream bytes, Faults faults) {
        this.bytes = bytes;
        this.faults = faults;
    }

    @Override
    public @Nullable Node next() throws IOException {
        if (values == null) {
            values = YamlText.read(text(), faults).stream().flatMap(YamlStream::items).iterator();
            faults.flush();
        }
        return values.hasNext() ? values.next() : null;
    }

    private static Stream<Node> items(Node document) {
        return switch (document) {
            case Node.Items items -> items.nodes().stream();
            case Node.Scalar scalar when scalar.isNull() -> Stream.empty();
            case Node.Scalar scalar -> Stream.of(scalar);
            case Node.Obj object -> Stream.of(object);
        };
    }

    private String text() throws IOException {
        var read = bytes.readNBytes(LARGEST + 1);
        if (read.length > LARGEST) {
            faults.add(Position.NOWHERE, "a suite in YAML has at most " + (LARGEST >> 20)
                    + " MiB; write a larger one as .jsonl");
            return "";
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(read)).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            faults.add(Position.NOWHERE, "this is not UTF-8; save the file as UTF-8");
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
