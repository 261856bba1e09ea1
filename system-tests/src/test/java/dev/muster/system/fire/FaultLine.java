package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

/**
 * The outcome of a fault: one line of a table, on standard output and in {@code target/fire}.
 *
 * @param unready until the coordinator reported not ready; empty where the fleet could work
 * @param recovered until work continued
 * @param verdicts number of cases by status
 * @param more calls beyond each case's first
 */
record FaultLine(String fault, Optional<Duration> unready, Duration recovered, Map<String, Integer> verdicts,
        long more) {

    private static final Duration UNREADY = Duration.ofSeconds(15);

    FaultLine {
        verdicts = Map.copyOf(verdicts);
    }

    /** Publishes the line, then checks it against the limit. */
    void publish(Duration limit) throws IOException {
        var line = String.format(Locale.ROOT,
                "%-40s not ready after %7s  recovered after %7s (limit %s)  %s  %d more calls%n",
                fault, unready.map(FaultLine::seconds).orElse("-"), seconds(recovered), seconds(limit),
                new TreeMap<>(verdicts), more);
        System.out.print(line);
        Files.writeString(Files.createDirectories(Path.of("target", "fire")).resolve("liveness.txt"), line,
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        assertThat(recovered).as("recovery: %s", fault).isLessThan(limit);
        unready.ifPresent(after -> assertThat(after).as("not ready: %s", fault).isLessThan(UNREADY));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
