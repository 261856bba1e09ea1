package dev.muster.bench;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.store.Settlement;

/** Measures time and processor time from the first results read until a number of them is stored. */
final class Stopwatch {

    private final Ticker ticker;
    private final Map<String, Long> processes;
    private final int results;
    private long start;
    private Map<ProcessHandle, Double> before = Map.of();
    private int stored;
    private double seconds;
    private Map<String, Double> spent = Map.of();

    /** @param processes by name; each counts with its child processes that still run at the end */
    Stopwatch(Ticker ticker, Map<String, Long> processes, int results) {
        this.ticker = ticker;
        this.processes = new TreeMap<>(processes);
        this.processes.put("coordinator", ProcessHandle.current().pid());
        this.results = results;
    }

    synchronized void begin() {
        stored = 0;
        before = cpuSeconds();
        start = ticker.nanos();
    }

    /** Receives what is committed. */
    synchronized void stored(List<Settlement> settlements) {
        int verdicts = (int) settlements.stream().filter(Settlement.Verdict.class::isInstance).count();
        stored += verdicts;
        if (verdicts > 0 && stored == results) {
            seconds = (ticker.nanos() - start) / 1e9;
            spent = spent();
            notifyAll();
        }
    }

    /** Returns the measurement of a finished run: its follower may learn of its end before this does. */
    synchronized AggregatingProcess.Taken taken(String run) throws InterruptedException {
        while (stored < results) {
            wait();
        }
        return new AggregatingProcess.Taken(run, seconds, spent);
    }

    private Map<String, Double> spent() {
        var sums = new TreeMap<String, Double>();
        processes.forEach((name, pid) -> sums.put(name, family(pid)
                .mapToDouble(process -> seconds(process) - before.getOrDefault(process, 0.0)).sum()));
        return sums;
    }

    private Map<ProcessHandle, Double> cpuSeconds() {
        return processes.values().stream().flatMap(Stopwatch::family)
                .collect(Collectors.toMap(process -> process, Stopwatch::seconds, (one, same) -> one));
    }

    private static Stream<ProcessHandle> family(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
    }

    private static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
    }
}
