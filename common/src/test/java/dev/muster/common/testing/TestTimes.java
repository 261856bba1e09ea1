package dev.muster.common.testing;

import module java.base;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Measures test classes: with {@code -Dmuster.times=FILE} (an absolute path) each appends a line to the file: process,
 * module, class, seconds of wall time, seconds of processor time of this JVM and of the processes that it waited for,
 * and the number of tests. Linux only.
 */
public final class TestTimes implements TestExecutionListener {

    private static final double TICKS = 100;

    private final @Nullable String file = System.getProperty("muster.times");
    private final Map<String, Sample> started = new ConcurrentHashMap<>();
    private final AtomicInteger tests = new AtomicInteger();

    private record Sample(double wall, double own, double children) {

        static Sample now() {
            try {
                // proc(5): the fields after the name in parentheses, from the third on
                var stat = Files.readString(Path.of("/proc/self/stat"));
                var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                return new Sample(System.nanoTime() / 1e9, seconds(fields, 11), seconds(fields, 13));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static double seconds(String[] fields, int first) {
            return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1])) / TICKS;
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (file != null && isTopLevelClass(test)) {
            tests.set(0);
            started.put(test.getUniqueId(), Sample.now());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            tests.incrementAndGet();
        }
        var from = started.remove(test.getUniqueId());
        if (from != null && file != null) {
            append(Path.of(file), test, from, Sample.now());
        }
    }

    private static boolean isTopLevelClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent()
                && test.getParentId().filter(parent -> !parent.contains("[class:")).isPresent();
    }

    private void append(Path to, TestIdentifier test, Sample from, Sample until) {
        var line = String.format(Locale.ROOT, "%d\t%s\t%s\t%.2f\t%.2f\t%.2f\t%d%n", ProcessHandle.current().pid(),
                Path.of("").toAbsolutePath().getFileName(),
                ((ClassSource) test.getSource().orElseThrow()).getClassName(), until.wall - from.wall,
                until.own - from.own, until.children - from.children, tests.get());
        try {
            Files.writeString(to, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
