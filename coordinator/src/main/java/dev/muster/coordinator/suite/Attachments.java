package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.input.SuitePaths;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.table.OpenFile;
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
    private final SuitePaths paths;
    private final BytesRead read;
    private final Faults faults;
    private long left = MOST_BYTES;

    Attachments(Path suiteFolder, SuitePaths paths, BytesRead read, Faults faults) {
        this.starts = List.of(suiteFolder, paths.root());
        this.paths = paths;
        this.read = read;
        this.faults = faults;
    }

    /** Resets the byte count for the next case. */
    void nextCase() {
        left = MOST_BYTES;
    }

    /** Opens a table of the suite, in the same places; null, with a fault at its name, when it cannot be read. */
    @Nullable
    OpenFile open(Node.Scalar name) {
        var written = name.text().startsWith(SCHEME) ? name.text().substring(SCHEME.length()) : name.text();
        return read(name, written, file -> {
            var named = paths.of(file.written().normalize(), false);
            return new OpenFile(named.shown(), named.key(), read.counted(Files.newInputStream(file.real())));
        });
    }

    /** Returns the content of a reference; null, with a fault at the reference, when it cannot be read. */
    @Nullable
    AttachedContent fetch(Node.Scalar source) {
        if (!source.text().startsWith(SCHEME)) {
            refuse(source, "must start with " + SCHEME + "; an address on the web goes into 'url'");
            return null;
        }
        return read(source, source.text().substring(SCHEME.length()),
                file -> bounded(source, file.real(), String.valueOf(file.written().getFileName())));
    }

    private <T> @Nullable T read(Node.Scalar source, String name, Reading<T> reading) {
        try {
            var file = find(source, Path.of(name));
            if (file == null) {
                return null;
            }
            read.referred(file.real());
            return reading.of(file);
        } catch (InvalidPathException e) {
            refuse(source, "is not a file name");
        } catch (IOException e) {
            refuse(source, "cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        return null;
    }

    @FunctionalInterface
    private interface Reading<T> {

        @Nullable
        T of(Found file) throws IOException;
    }

    /** A file as the suite names it, and where it really is. */
    private record Found(Path written, Path real) {}

    /** Returns a regular file in the project; null, with a fault at its name, for any other. */
    private @Nullable Found find(Node.Scalar source, Path name) throws IOException {
        for (var start : starts) {
            var file = start.resolve(name);
            if (Files.exists(file)) {
                return inside(source, new Found(file, file.toRealPath()));
            }
        }
        refuse(source, "was not found, neither beside the suite nor in the project root");
        return null;
    }

    private @Nullable Found inside(Node.Scalar source, Found file) throws IOException {
        if (!file.real().startsWith(paths.root().toRealPath())) {
            refuse(source, "lies outside the project root, where nothing is read");
            return null;
        }
        if (!Files.isRegularFile(file.real())) {
            refuse(source, "is not a regular file");
            return null;
        }
        return file;
    }

    private @Nullable AttachedContent bounded(Node.Scalar source, Path file, String name) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes((int) left + 1);
            if (bytes.length > left) {
                refuse(source, "brings the attachments of this case over " + (MOST_BYTES >> 20) + " MiB");
                return null;
            }
            left -= bytes.length;
            read.add(bytes.length);
            return new AttachedContent(Base64.getEncoder().encodeToString(bytes), name);
        }
    }

    private void refuse(Node.Scalar source, String what) {
        faults.add(source.at(), "'" + source.text() + "' " + what);
    }
}
