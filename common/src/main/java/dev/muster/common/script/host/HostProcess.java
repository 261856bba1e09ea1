package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.process.FramedProcess;
import dev.muster.common.process.FramedProcess.Event;
import dev.muster.common.process.Frames;
import dev.muster.common.script.engine.ScriptHostMain;
import dev.muster.common.script.wire.FromHost;
import dev.muster.common.script.wire.ToHost;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** One process of a script host, and the calls in it. */
final class HostProcess implements AutoCloseable {

    /** A call says one thing at a time. */
    private static final int MOST_UNREAD = 8;

    private final FramedProcess<ToHost, FromHost> process;
    private final Path own;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, Line> calls = new ConcurrentHashMap<>();
    private volatile @Nullable Event<FromHost> gone;

    private HostProcess(HostSettings settings, Path own) throws IOException {
        this.own = own;
        this.process = new FramedProcess<>(HostCommand.of(settings, own).start(), ToHost.FRAMES, FromHost.FRAMES);
    }

    static HostProcess start(HostSettings settings) throws IOException, InterruptedException {
        var host = new HostProcess(settings, Files.createTempDirectory("muster-scripts-"));
        try (var first = host.open()) {
            host.process.listen("script host", host::hear);
            awaitReady(first, settings.startWithin());
            return host;
        } catch (IOException | InterruptedException e) {
            host.kill();
            throw e;
        }
    }

    private static void awaitReady(Line first, Duration atMost) throws IOException, InterruptedException {
        switch (first.hear(atMost.toNanos())) {
            case Event.Said<FromHost> _ -> {
            }
            case Event.Gone<FromHost>(var exitCode) ->
                throw new IOException("the script host ended with exit code " + exitCode + " before it was ready");
            case null -> throw new IOException("the script host was not ready within " + atMost.toSeconds() + " s");
        }
    }

    boolean isGone() {
        return gone != null;
    }

    /** Opens the connection of a new call; the first one has the id of {@link FromHost.Ready}. */
    Line open() {
        var line = new Line(ids.getAndIncrement());
        calls.put(line.id, line);
        var already = gone;
        if (already != null) {
            line.events.add(already);
        }
        return line;
    }

    /** One call's connection to the host. */
    final class Line implements AutoCloseable {

        final int id;
        private final BlockingQueue<Event<FromHost>> events = new LinkedBlockingQueue<>();

        private Line(int id) {
            this.id = id;
        }

        void say(ToHost what) throws Frames.TooLarge {
            process.say(what);
        }

        /** Returns the next event; null when none arrives in this time. */
        @Nullable
        Event<FromHost> hear(long nanos) throws InterruptedException {
            return events.poll(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            calls.remove(id);
        }
    }

    void kill() {
        process.kill();
    }

    /** Whether a call is in progress, for tests. */
    boolean isBusy() {
        return !calls.isEmpty();
    }

    /** Lets the host end by itself, which it does when its input is closed. */
    @Override
    public void close() {
        process.end();
    }

    private boolean hear(Event<FromHost> event) throws IOException {
        switch (event) {
            case Event.Said<FromHost>(var what) -> {
                var line = calls.get(what.id());
                if (line != null && line.events.size() >= MOST_UNREAD) {
                    throw new IOException("more messages of one call than it can have");
                }
                if (line != null) {
                    line.events.add(event);
                }
            }
            case Event.Gone<FromHost> _ -> {
                gone = event;
                calls.values().forEach(line -> line.events.add(event));
                ScriptHostMain.NativeCodeCleanup.remove(own);
            }
        }
        return true;
    }

    /** Builds the command line of a script host: this JVM's Java and class path, a small heap, and none of its environment. */
    static final class HostCommand {

        private static final String CACHE = "-XX:AOTCache=";
        /** Created by {@code make-aot-cache}. */
        private static final String OF_HOSTS = "scripts.aot";

        /** @param own a folder for the files that it unpacks */
        static ProcessBuilder of(HostSettings settings, Path own) {
            var command = new ArrayList<String>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(options(settings, own));
            command.add("-cp");
            command.add(System.getProperty("java.class.path"));
            command.add(ScriptHostMain.class.getName());
            command.add(own.toString());
            var builder = new ProcessBuilder(command).directory(own.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().clear();
            return builder;
        }

        /** Returns the JVM options; JVM logs would go to standard output, where only frames belong. */
        private static List<String> options(HostSettings settings, Path own) {
            var options = new ArrayList<>(List.of("-Xmx" + settings.memoryMiB() + "m", "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError", "-XX:MaxDirectMemorySize=16m",
                    "-XX:-UsePerfData", "-Xlog:disable", "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Djava.io.tmpdir=" + own, "-Dpolyglot.engine.userResourceCache=" + own, "-Dfile.encoding=UTF-8"));
            cache().forEach(options::add);
            return options;
        }

        /** Returns the option for the host's AOT cache beside the one that this JVM was started with, if any. */
        private static List<String> cache() {
            return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(option -> option.startsWith(CACHE)).findFirst()
                    .map(option -> Path.of(option.substring(CACHE.length())).resolveSibling(OF_HOSTS))
                    .filter(Files::exists).map(file -> List.of(CACHE + file)).orElse(List.of());
        }
    }
}
