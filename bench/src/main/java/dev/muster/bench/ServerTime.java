package dev.muster.bench;

import module java.base;

/** Processor time of a PostgreSQL server: of its postmaster, its child processes, and those that have ended. */
final class ServerTime {

    /** Linux counts in hundredths of a second; Java can't ask for the real value. */
    private static final double TICKS = 100;
    /** Index after the name, which is in brackets and may contain spaces. */
    private static final int OWN = 11;
    private static final int WITH_THOSE_GONE = 4;
    private static final int ALONE = 2;

    private ServerTime() {}

    /**
     * Returns the processor seconds of the server since it started.
     *
     * @param pid process id of the postmaster
     */
    static double seconds(long pid) {
        if (!Files.exists(Path.of("/proc/self/stat"))) {
            return ProcessHandle.of(pid).stream().flatMap(each -> Stream.concat(Stream.of(each), each.children()))
                    .mapToDouble(each -> each.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9).sum();
        }
        long before;
        long children;
        do {
            before = ticks(pid, WITH_THOSE_GONE);
            children = 0;
            for (var child : ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children).toList()) {
                children += ticks(child.pid(), ALONE);
            }
            // a child that ended meanwhile would count twice or not at all
        } while (before != ticks(pid, WITH_THOSE_GONE));
        return (before + children) / TICKS;
    }

    private static long ticks(long pid, int fields) {
        var text = stat(pid);
        if (text.isEmpty()) {
            return 0;
        }
        return Arrays.stream(text.substring(text.lastIndexOf(')') + 2).split(" ", -1)).skip(OWN).limit(fields)
                .mapToLong(Long::parseLong).sum();
    }

    /** Empty for a process that has ended. */
    private static String stat(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        } catch (IOException e) {
            return "";
        }
    }
}
