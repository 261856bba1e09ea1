package dev.muster.system.command;

import module java.base;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes processes started by tests load classes like the distribution: from its class path and its class cache. A cache
 * only supports jars, and class paths that begin with its own: entries only for tests come last.
 *
 * <p>For JVMs to which the build passes the cache; the first of them creates it. No process waits for the classes: one that
 * starts earlier starts without them.
 */
public final class ClassCache implements LauncherSessionListener {

    private static final String OPTION = "-XX:AOTCache=";
    private static final String CLASS_PATH = "java.class.path";

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        told().ifPresent(cache -> {
            try {
                var distribution = cache.resolveSibling("");
                System.setProperty(CLASS_PATH, classPath(distribution));
                make(cache, distribution.resolve("muster.classpath"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Optional<Path> told() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(OPTION)).map(option -> Path.of(option.substring(OPTION.length())))
                .findFirst();
    }

    /** The launcher's class path, followed by the other entries. */
    private static String classPath(Path distribution) throws IOException {
        var entries = new ArrayList<String>();
        Stream.of(Files.readString(distribution.resolve("muster.classpath")).strip().split(File.pathSeparator))
                .map(entry -> distribution.resolve(entry).toString()).forEach(entries::add);
        var names = new HashSet<Path>();
        entries.forEach(entry -> names.add(Path.of(entry).getFileName()));
        Stream.of(System.getProperty(CLASS_PATH).split(File.pathSeparator))
                .filter(entry -> names.add(Path.of(entry).getFileName())).forEach(entries::add);
        return String.join(File.pathSeparator, entries);
    }

    /** The database template first, for which every process waits: it saves each new home two seconds. */
    private static void make(Path cache, Path build) throws IOException, InterruptedException {
        try (var channel = lockFile(cache, "data.lock"); var _ = channel.lock()) {
            make(cache, "data", cache.resolveSibling("muster.data"), build);
        }
        try (var channel = lockFile(cache, "class-cache.lock"); var lock = channel.tryLock()) {
            if (lock != null) {
                make(cache, "classes", cache, build);
            }
        }
    }

    private static FileChannel lockFile(Path cache, String name) throws IOException {
        return FileChannel.open(cache.resolveSibling("..").resolve(name), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
    }

    private static void make(Path cache, String part, Path file, Path build) throws IOException, InterruptedException {
        if (isNewer(file, build)) {
            return;
        }
        var root = cache.resolve("../../../..").normalize();
        var builder = new ProcessBuilder("sh", root.resolve("deploy/src/main/scripts/make-aot-cache").toString(),
                root.resolve("muster").toString(), cache.toString(), part).redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD);
        builder.environment().put("MUSTER_JAVA_HOME", System.getProperty("java.home"));
        builder.start().waitFor();
    }

    private static boolean isNewer(Path file, Path build) throws IOException {
        return Files.exists(file)
                && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(build)) > 0;
    }
}
