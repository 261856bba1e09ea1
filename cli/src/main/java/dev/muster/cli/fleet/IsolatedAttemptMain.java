package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.agent.Traffic;
import dev.muster.common.process.Signals;
import dev.muster.worker.isolated.IsolatedAttempt;

/**
 * The process in which a worker runs a suspect case: the order comes on standard input, the result goes to standard
 * output, and the log goes where the worker's log goes.
 */
final class IsolatedAttemptMain {

    private IsolatedAttemptMain() {}

    /** @param arguments the worker's {@link AttemptConfig} as JSON */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var out = System.out;
        // other output must not get between the frames
        System.setOut(System.err);
        // signals to the whole group are the worker's business: it lets this process end, or ends it
        Signals.ignore("INT", "TERM", "HUP");
        var equipment = AttemptConfig.read(arguments[0]);
        var environment = equipment.permissions().environment(System.getenv());
        var means = equipment.alone(System.getenv());
        try (var calls = AgentCalls.open(1, environment.hosts(), null); var _ = means.scripts()) {
            // before each call the worker checks its lease, not its rate limit: a suspect is one case
            IsolatedAttempt.serve(System.in, out,
                    WorkerParts.attempts(calls, environment, means, Traffic.FREE),
                    IsolatedAttemptMain::end);
        }
    }

    /** The worker is gone: no one waits for the work in progress, or cleans up after it. */
    private static void end() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(1);
    }
}
