package dev.muster.common.script.engine;

import module java.base;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.io.ProcessHandler;

/**
 * Creates the contexts that scripts run in, one per call: without access to the machine, to Java or to other calls.
 * Parsed code is shared, because the engine caches it by content.
 */
final class Sandbox implements AutoCloseable {

    private static final String JAVASCRIPT = "js";
    private static final ProcessHandler NO_PROCESSES = command -> {
        throw new SecurityException("scripts start no processes");
    };

    private final Engine engine;

    Sandbox() {
        this.engine = Engine.newBuilder(JAVASCRIPT).option("engine.WarnInterpreterOnly", "false")
                .out(OutputStream.nullOutputStream()).err(OutputStream.nullOutputStream()).build();
    }

    Context world(TreeFiles files, ConsoleExcerpt printed) {
        return Context.newBuilder(JAVASCRIPT).engine(engine).allowAllAccess(false)
                .allowHostAccess(HostAccess.NONE).allowHostClassLookup(name -> false)
                .allowHostClassLoading(false).allowNativeAccess(false).allowCreateProcess(false)
                .processHandler(NO_PROCESSES).allowCreateThread(false).allowInnerContextOptions(false)
                .allowEnvironmentAccess(EnvironmentAccess.NONE).allowPolyglotAccess(PolyglotAccess.NONE)
                .allowIO(IOAccess.newBuilder().fileSystem(files).build())
                .useSystemExit(false).in(java.io.InputStream.nullInputStream()).out(printed).err(printed)
                .allowExperimentalOptions(true).option("js.esm-eval-returns-exports", "true")
                .option("js.graal-builtin", "false").option("js.load", "false").option("js.print", "false")
                .option("js.polyglot-builtin", "false").option("js.java-package-globals", "false")
                .option("js.shared-array-buffer", "false").option("js.atomics", "false").build();
    }

    @Override
    public void close() {
        engine.close(true);
    }
}
