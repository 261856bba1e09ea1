package dev.muster.system;

import module java.base;
import org.slf4j.LoggerFactory;

/**
 * Resources that all tests of a process share: closed when the process ends, the last opened first, and the folder
 * deleted.
 */
final class UntilExit {

    private static final ConcurrentLinkedDeque<AutoCloseable> OPEN = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(UntilExit::closeAll));
    }

    private UntilExit() {}

    static Path folder() {
        try {
            var folder = Files.createTempDirectory("muster-tests");
            close(() -> delete(folder));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void close(AutoCloseable opened) {
        OPEN.push(opened);
    }

    private static void closeAll() {
        for (var opened : OPEN) {
            try {
                opened.close();
            } catch (Exception e) {
                LoggerFactory.getLogger(UntilExit.class).warn("not closed: {}", opened, e);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
