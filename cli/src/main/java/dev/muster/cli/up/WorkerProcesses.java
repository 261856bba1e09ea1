package dev.muster.cli.up;

import module java.base;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.time.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workers of a fleet on this machine. One that ends is started again, by {@link RestartRule}. */
final class WorkerProcesses implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcesses.class);

    private final Start start;
    private final PrintWriter out;
    private final Path logs;
    private final Ticker ticker;
    private final Map<String, Running> running = new LinkedHashMap<>();
    private Runnable changed = () -> {};
    private boolean closed;

    /** A worker that was started. */
    record Running(ChildProcess process, UpFile.Worker file) {}

    /** Starts the worker of that id. */
    @FunctionalInterface
    interface Start {
        Running start(String id) throws IOException;
    }

    /** @param out where ends and restarts are reported, one line each */
    WorkerProcesses(Start start, PrintWriter out, Path logs, Ticker ticker) {
        this.start = start;
        this.out = out;
        this.logs = logs;
        this.ticker = ticker;
    }

    /** Starts one that is not watched yet. */
    synchronized void start(String id) throws IOException {
        running.put(id, start.start(id));
    }

    /** @param changed runs after a worker got another process */
    synchronized void watch(Runnable changed) {
        this.changed = changed;
        running.forEach((id, worker) -> watch(id, worker, new RestartRule(ticker)));
    }

    synchronized List<ChildProcess> processes() {
        return running.values().stream().map(Running::process).toList();
    }

    synchronized List<UpFile.Worker> inFile() {
        return running.values().stream().map(Running::file).toList();
    }

    private void watch(String id, Running worker, RestartRule rule) {
        var _ = worker.process().handle().onExit().thenAccept(ended -> ended(id, ended.pid(), rule));
    }

    private synchronized void ended(String id, long pid, RestartRule rule) {
        if (closed) {
            return;
        }
        var wait = rule.ended();
        var who = "muster: worker " + id + " (pid " + pid + ") ended";
        if (wait.isEmpty()) {
            running.remove(id);
            changed.run();
            say(who + " again after " + RestartRule.MOST + " restarts within " + RestartRule.WITHIN.toMinutes()
                    + " minutes, and is not restarted: " + left() + "; its log is in " + logs);
            return;
        }
        say(who + ", and is restarted in " + wait.get().toSeconds() + " s (" + rule.counted() + " of "
                + RestartRule.MOST + "); its log is in " + logs);
        var later = CompletableFuture.delayedExecutor(wait.get().toMillis(), TimeUnit.MILLISECONDS);
        var _ = CompletableFuture.runAsync(() -> restart(id, pid, rule), later);
    }

    private synchronized void restart(String id, long pid, RestartRule rule) {
        if (closed) {
            return;
        }
        try {
            start(id);
            changed.run();
            watch(id, Objects.requireNonNull(running.get(id)), rule);
        } catch (IOException e) {
            LOG.warn("worker {} can't be started: {}", id, e.getMessage());
            ended(id, pid, rule);
        }
    }

    private String left() {
        return switch (running.size()) {
            case 0 -> "no worker is left, so runs wait: muster down, then muster up";
            case 1 -> "1 worker is left";
            default -> running.size() + " workers are left";
        };
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Ends all of them. */
    @Override
    public synchronized void close() {
        closed = true;
        ChildProcess.closeAll(processes());
    }
}
