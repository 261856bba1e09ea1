package dev.muster.system.mutation;

import module java.base;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The product with one fault, in its own class loader: the shipped classes stay as they are. */
final class Mutant extends URLClassLoader {

    private static final String OURS = "dev.muster.";

    static {
        registerAsParallelCapable();
    }

    private Mutant(URL[] urls) {
        super(urls, Mutant.class.getClassLoader());
    }

    /** @param folder for its classes */
    static Mutant of(Mutation mutation, Path folder) throws IOException {
        compile(mutation, folder);
        var urls = new ArrayList<URL>();
        urls.add(url(folder));
        for (var entry : classPath()) {
            urls.add(url(entry));
        }
        for (var module : List.of("common", "worker", "coordinator")) {
            urls.add(url(Mutation.ROOT.resolve(module).resolve(target()).resolve("test-classes")));
        }
        return new Mutant(urls.toArray(URL[]::new));
    }

    /** Returns the fault of the first simulated world that has one. */
    Optional<?> simulate(long seeds) throws ReflectiveOperationException {
        var seedsOf = loadClass("dev.muster.coordinator.server.scheduler.FleetSeeds").getMethod("firstFault",
                long.class,
                long.class);
        return (Optional<?>) seedsOf.invoke(null, 0L, seeds);
    }

    /** Whether the tests of a class fail. */
    boolean fails(String test) throws ClassNotFoundException {
        var listener = new SummaryGeneratingListener();
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(loadClass(test))).build(), listener);
        } finally {
            thread.setContextClassLoader(before);
        }
        if (listener.getSummary().getTestsFoundCount() == 0) {
            throw new IllegalStateException(test + " has no tests");
        }
        return listener.getSummary().getTestsFailedCount() > 0;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            var loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    private static void compile(Mutation mutation, Path folder) throws IOException {
        var sources = new ArrayList<Path>();
        for (var source : mutation.sources().entrySet()) {
            var copy = folder.resolve("src").resolve(source.getKey().getFileName());
            Files.createDirectories(copy.getParent());
            sources.add(Files.writeString(copy, source.getValue()));
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var told = new DiagnosticCollector<JavaFileObject>();
        try (var files = compiler.getStandardFileManager(told, null, null)) {
            var path = String.join(File.pathSeparator, classPath().stream().map(Path::toString).toList());
            boolean done = compiler.getTask(null, files, told,
                    List.of("-nowarn", "-proc:none", "-parameters", "-d", folder.toString(), "-cp", path), null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            if (!done) {
                throw new IllegalStateException(mutation + " does not compile: " + told.getDiagnostics());
            }
        }
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of).toList();
    }

    /** Returns the build's folder for classes, from a module's folder. */
    private static Path target() {
        try {
            var here = Path.of(Mutant.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return Mutation.ROOT.resolve("deploy").relativize(here.getParent());
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
