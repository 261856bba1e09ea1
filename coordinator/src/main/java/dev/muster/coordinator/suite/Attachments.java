package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.BatchingSink.BytesRead;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/**
 * Fetches {@code file://} attachments, from the suite's folder first, then from the project root. Never reads outside
 * the project root, not even through links.
 */
final class Attachments {

    /** Maximum bytes of all attachments of one case, since a case must fit in one message. */
    static final long MOST_BYTES = 8L << 20;

    static final String SCHEME = "file://";

    private final List<Path> starts;
    private final Path root;
    private final BytesRead read;
    private final Faults faults;
    private long left = MOST_BYTES;

    Attachments(Path suiteFolder, Path root, BytesRead read, Faults faults) {
        this.starts = List.of(suiteFolder, root);
        this.root = root;
        this.read = read;
        this.faults = faults;
    }

    /** Resets the byte count for the next case. */
    void nextCase() {
        left = MOST_BYTES;
    }

    /** A file's content. */
    record Content(String base64, String filename) {}

    /** Returns the content of a reference; null, with a fault at the reference, when it cannot be read. */
    @Nullable
    Content fetch(Node.Scalar source) {
        if (!source.text().startsWith(SCHEME)) {
            return fault(source, "must start with " + SCHEME + "; an address on the web goes into 'url'");
        }
        try {
            return fetch(source, Path.of(source.text().substring(SCHEME.length())));
        } catch (InvalidPathException e) {
            return fault(source, "is not a file name");
        } catch (IOException e) {
            return fault(source, "cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private @Nullable Content fetch(Node.Scalar source, Path name) throws IOException {
        for (var start : starts) {
            var file = start.resolve(name);
            if (Files.exists(file)) {
                return content(source, file.toRealPath(), String.valueOf(name.getFileName()));
            }
        }
        return fault(source, "is not there, neither beside the suite nor in the project root");
    }

    private @Nullable Content content(Node.Scalar source, Path file, String name) throws IOException {
        if (!file.startsWith(root.toRealPath())) {
            return fault(source, "lies outside the project root, where nothing is read");
        }
        if (!Files.isRegularFile(file)) {
            return fault(source, "is not a regular file");
        }
        return bounded(source, file, name);
    }

    private @Nullable Content bounded(Node.Scalar source, Path file, String name) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes((int) left + 1);
            if (bytes.length > left) {
                return fault(source, "brings the attachments of this case over " + (MOST_BYTES >> 20) + " MiB");
            }
            left -= bytes.length;
            read.add(bytes.length);
            return new Content(Base64.getEncoder().encodeToString(bytes), name);
        }
    }

    private @Nullable Content fault(Node.Scalar source, String what) {
        faults.add(source.at(), "'" + source.text() + "' " + what);
        return null;
    }
}
