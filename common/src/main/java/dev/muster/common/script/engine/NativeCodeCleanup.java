package dev.muster.common.script.engine;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Removes the temporary folder into which a host unpacks native code; best effort. */
public final class NativeCodeCleanup {

    private NativeCodeCleanup() {}

    public static void remove(@Nullable Path folder) {
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // the folder stays until the system cleans up
        }
    }
}
