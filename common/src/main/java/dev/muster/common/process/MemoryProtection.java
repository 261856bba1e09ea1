package dev.muster.common.process;

import module java.base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps other processes of the same user from reading this process's memory and environment, where secrets are. Only
 * root still can, and a file that the same user may read is no better protected than before.
 */
public final class MemoryProtection {

    private static final Logger LOG = LoggerFactory.getLogger(MemoryProtection.class);
    private static final int SET_DUMPABLE = 4;
    private static final AtomicBoolean DONE = new AtomicBoolean();

    private MemoryProtection() {}

    /** Marks this process as not dumpable, once; only Linux knows such a mark. */
    @SuppressWarnings("restricted") // native access is enabled for all of Muster's processes
    public static void protect() {
        if (DONE.getAndSet(true) || !System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try {
            var linker = Linker.nativeLinker();
            var prctl = linker.downcallHandle(linker.defaultLookup().findOrThrow("prctl"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));
            int failed = (int) prctl.invokeExact(SET_DUMPABLE, 0L);
            if (failed != 0) {
                LOG.warn("hooks and programs can read the environment of this process: prctl gave {}", failed);
            }
        } catch (Throwable e) {
            LOG.warn("hooks and programs can read the environment of this process: {}", e.toString());
        }
    }
}
