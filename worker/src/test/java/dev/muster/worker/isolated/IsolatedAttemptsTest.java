package dev.muster.worker.isolated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.worker.attempt.Attempted;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.call.CallGate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a suspect case runs in a process of its own, here a thread with pipes, and that every outcome is reported. */
@Timeout(30)
class IsolatedAttemptsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<CaseOrder> served = new ArrayList<>();
    private final AtomicInteger passedGate = new AtomicInteger();
    private @Nullable FakeProcess process;

    @Test
    void aCaseThatNobodySuspectsRunsAsUsual() throws Exception {
        var attempted = alone((in, out) -> 1).run(Orders.order(false), passedGate::incrementAndGet);

        assertThat(attempted.result().verdict().error()).isEqualTo("as usual");
        assertThat(process).isNull();
    }

    @Test
    void whatASuspectFindsCountsAsUsual() throws Exception {
        var order = Orders.order(true);

        var attempted = alone(this::serve).run(order, passedGate::incrementAndGet);

        assertThat(attempted).isEqualTo(new Attempted(Orders.passed(), true));
        assertThat(served).containsExactly(order);
        assertThat(passedGate).as("calls that the worker let begin").hasValue(2);
    }

    @Test
    void aProcessThatEndsUnderItsCaseIsTheCasesDoing() throws Exception {
        var attempted = alone((in, out) -> 137).run(Orders.order(true), passedGate::incrementAndGet);

        assertThat(attempted.again()).isFalse();
        assertThat(attempted.result().verdict().status()).isEqualTo(Status.ERROR);
        assertThat(attempted.result().verdict().cause()).isEqualTo(Cause.WORKER_LOST);
        assertThat(attempted.result().verdict().error())
                .isEqualTo("alone in a process of its own it ended with exit code 137");
    }

    @Test
    void aJvmsLastWordsInTheMiddleOfFramesAreNoResult() throws Exception {
        var attempted = alone((in, out) -> {
            var _ = ToAttempt.FRAMES.read(new DataInputStream(in));
            out.write("Terminating due to java.lang.OutOfMemoryError".getBytes(StandardCharsets.UTF_8));
            return 3;
        }).run(Orders.order(true), passedGate::incrementAndGet);

        assertThat(attempted.result().verdict().error())
                .isEqualTo("alone in a process of its own it ended with exit code 3: it ran out of memory");
    }

    @Test
    void oneThatIsLongPastItsTimeIsKilled() throws Exception {
        var attempted = alone((in, out) -> {
            FromAttempt.FRAMES.write(new DataOutputStream(out),
                    new FromAttempt.Due(PATIENCE.multipliedBy(-2).toNanos()));
            new CountDownLatch(1).await();
            return 0;
        }).run(Orders.order(true), passedGate::incrementAndGet);

        assertThat(attempted.result().verdict().error())
                .isEqualTo("alone in a process of its own it did not finish within "
                        + "30s after its time was over, and was killed");
        assertThat(attempted.again()).isFalse();
        assertThat(Objects.requireNonNull(process).wasKilled()).isTrue();
    }

    @Test
    void oneThatNeverStartsIsNotTheCasesDoing() throws Exception {
        var attempted = new IsolatedAttempts(new Usual(), () -> process = new FakeProcess((in, out) -> {
            new CountDownLatch(1).await();
            return 0;
        }), Duration.ofMillis(1), PATIENCE, 1).run(Orders.order(true), passedGate::incrementAndGet);

        assertThat(attempted.again()).isTrue();
        assertThat(attempted.result().verdict().error())
                .isEqualTo("no process of its own could be started for it: it did"
                        + " not start within 1ms; this machine may be overloaded");
        assertThat(Objects.requireNonNull(process).wasKilled()).isTrue();
    }

    @Test
    void oneThatIsStoppedFromOutsideIsKilled() {
        var suspect = alone((in, out) -> {
            new CountDownLatch(1).await();
            return 0;
        });

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> suspect.run(Orders.order(true), passedGate::incrementAndGet))
                .isInstanceOf(InterruptedException.class);
        assertThat(process == null || process.wasKilled()).isTrue();
    }

    @Test
    void aWorkerThatCanStartNoProcessBlamesNobody() throws Exception {
        IsolatedAttempts.Start broken = () -> {
            throw new IOException("no memory for a process");
        };

        var attempted = new IsolatedAttempts(new Usual(), broken, PATIENCE, 1).run(Orders.order(true),
                passedGate::incrementAndGet);

        assertThat(attempted.again()).isTrue();
        assertThat(attempted.result().verdict().error())
                .isEqualTo("no process of its own could be started for it: no memory for a process");
    }

    private IsolatedAttempts alone(FakeProcess.Program program) {
        return new IsolatedAttempts(new Usual(), () -> process = new FakeProcess(program), PATIENCE, 1);
    }

    /** The inside of the process: two calls, then a result. */
    private int serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
        IsolatedAttempt.serve(in, out, new Usual() {
            @Override
            public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
                served.add(order);
                gate.pass();
                gate.pass();
                return new Attempted(Orders.passed(), true);
            }
        }, () -> {});
        return 0;
    }

    /** Attempts in the worker's own process. */
    private static class Usual implements Attempts {

        @Override
        public Attempted run(CaseOrder order, CallGate gate) throws InterruptedException {
            return new Attempted(Orders.lost("as usual"), false);
        }

        @Override
        public CaseResult unfinished(CaseOrder order, Verdict why) {
            return Orders.lost(String.valueOf(why.error()));
        }
    }
}
