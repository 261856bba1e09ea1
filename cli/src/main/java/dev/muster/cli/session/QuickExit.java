package dev.muster.cli.session;

import module java.base;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process by the system's {@code _exit}. {@code System.exit} waits 0.3 s for threads in native code, and the
 * JDK's poller of sockets is always one. No shutdown hook runs: use it only when everything is closed.
 */
public final class QuickExit {

    /** Set by the launcher where no options of the user's may want to write something at the end. */
    private static final String PROPERTY = "muster.exit";

    private final CompletableFuture<@Nullable MethodHandle> exit;

    private QuickExit(CompletableFuture<@Nullable MethodHandle> exit) {
        this.exit = exit;
    }

    /** Begins to look for the function, which takes a tenth of a second. */
    public static QuickExit prepare() {
        return new QuickExit(System.getProperty(PROPERTY) == null
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.supplyAsync(QuickExit::find,
                        task -> Thread.ofPlatform().daemon().name("quick exit").start(task)));
    }

    /** Waits until the function is found. */
    public void await() {
        exit.join();
    }

    public void with(int code) {
        var handle = exit.exceptionally(_ -> null).join();
        System.out.flush();
        System.err.flush();
        if (handle != null && !isShuttingDown()) {
            call(handle, code);
        }
        System.exit(code);
    }

    /** After a signal the JVM ends the process, and the signal is its exit code. */
    private static boolean isShuttingDown() {
        try {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {}));
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static void call(MethodHandle handle, int code) {
        try {
            handle.invokeExact(code);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // the launcher enables native access
    private static @Nullable MethodHandle find() {
        var linker = Linker.nativeLinker();
        return linker.defaultLookup().find("_exit")
                .map(function -> linker.downcallHandle(function, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT)))
                .orElse(null);
    }
}
