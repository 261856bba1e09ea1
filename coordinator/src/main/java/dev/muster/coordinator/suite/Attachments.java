package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.BatchingSink.BytesRead;
import dev.muster.coordinator.suite.input.SuitePaths;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.table.TableCases;
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

    /** A file's content. */
    record Content(String base64, String filename) {}

    /** Opens a table of the suite, in the same places; null, with a fault at its name, when it cannot be read. */
    TableCases.@Nullable OpenFile open(Node.Scalar name) {
        var written = name.text().startsWith(SCHEME) ? name.text().substring(SCHEME.length()) : name.text();
        try {
            var file = find(name, Path.of(written));
            if (file == null) {
                return null;
            }
            var named = paths.of(file.written().normalize(), false);
            return new TableCases.OpenFile(named.shown(), named.key(),
                    read.counted(Files.newInputStream(file.real())));
        } catch (InvalidPathException e) {
            refuse(name, "is not a file name");
            return null;
        } catch (IOException e) {
            refuse(name, "cannot be read (" + e.getClass().getSimpleName() + ")");
            return null;
        }
    }

    /** Returns the content of a reference; null, with a fault at the reference, when it cannot be read. */
    @Nullable
    Content fetch(Node.Scalar source) {
        if (!source.text().startsWith(SCHEME)) {
            refuse(source, "must start with " + SCHEME + "; an address on the web goes into 'url'");
            return null;
        }
        try {
            return fetch(source, Path.of(source.text().substring(SCHEME.length())));
        } catch (InvalidPathException e) {
            refuse(source, "is not a file name");
            return null;
        } catch (IOException e) {
            refuse(source, "cannot be read (" + e.getClass().getSimpleName() + ")");
            return null;
        }
    }

    private @Nullable Content fetch(Node.Scalar source, Path name) throws IOException {
        var file = find(source, name);
        return file == null ? null : bounded(source, file.real(), String.valueOf(name.getFileName()));
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
        refuse(source, "is not there, neither beside the suite nor in the project root");
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

    private @Nullable Content bounded(Node.Scalar source, Path file, String name) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes((int) left + 1);
            if (bytes.length > left) {
                refuse(source, "brings the attachments of this case over " + (MOST_BYTES >> 20) + " MiB");
                return null;
            }
            left -= bytes.length;
            read.add(bytes.length);
            return new Content(Base64.getEncoder().encodeToString(bytes), name);
        }
    }

    private void refuse(Node.Scalar source, String what) {
        faults.add(source.at(), "'" + source.text() + "' " + what);
    }
}
