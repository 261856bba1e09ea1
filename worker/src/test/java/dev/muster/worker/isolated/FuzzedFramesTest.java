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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests both ends of an isolated attempt with frames that were changed at random: neither hangs, and the next one works. */
@Timeout(60)
class FuzzedFramesTest {

    private static final int TRIES = 300;

    @ParameterizedTest
    @ValueSource(longs = 1)
    void whateverAProcessSendsTheWorkerHasAResultAndGoesOn(long seed) throws Exception {
        var random = new Random(seed);
        var bytes = new AtomicReference<byte[]>();
        var attempts = new IsolatedAttempts(new Usual(), () -> new FakeProcess((in, out) -> {
            out.write(bytes.get());
            return 1;
        }), Duration.ofSeconds(1), 1);
        for (int n = 0; n < TRIES; n++) {
            bytes.set(changed(FromAttempt.FRAMES, random, new FromAttempt.Due(1), new FromAttempt.MayCall(),
                    new FromAttempt.Done("{\"result\":{},\"again\":true}"), new FromAttempt.Due(-1)));

            var result = attempts.run(Orders.order(true), () -> {}).result();

            assertThat(result.verdict().status()).isEqualTo(Status.ERROR);
            assertThat(result.verdict().cause()).isEqualTo(Cause.WORKER_LOST);
        }
        bytes.set(flood());

        assertThat(attempts.run(Orders.order(true), () -> {}).result().verdict().status()).isEqualTo(Status.ERROR);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {2, 3})
    void whateverElseAProcessSendsTheWorkerHasAResultAndGoesOn(long seed) throws Exception {
        whateverAProcessSendsTheWorkerHasAResultAndGoesOn(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverAWorkerSendsTheProcessEnds(long seed) throws Exception {
        var random = new Random(seed);
        for (int n = 0; n < TRIES; n++) {
            var bytes = changed(ToAttempt.FRAMES, random, new ToAttempt.Order("{\"type\":\"case_order\"}"),
                    new ToAttempt.Call());

            assertThatThrownBy(() -> IsolatedAttempt.serve(new ByteArrayInputStream(bytes), new ByteArrayOutputStream(),
                    new Usual(), () -> {})).isInstanceOf(IOException.class);
        }
    }

    /** Returns frames with some bytes changed, left out or repeated. */
    @SafeVarargs
    private static <M> byte[] changed(dev.muster.common.process.Frames<M> format, Random random, M... messages)
            throws IOException {
        var out = new ByteArrayOutputStream();
        for (var message : messages) {
            format.write(new DataOutputStream(out), message);
        }
        var bytes = out.toByteArray();
        for (int n = 1 + random.nextInt(8); n > 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }

    /** More signs of life than an attempt can give. */
    private static byte[] flood() throws IOException {
        var out = new ByteArrayOutputStream();
        for (int n = 0; n < 300_000; n++) {
            FromAttempt.FRAMES.write(new DataOutputStream(out), new FromAttempt.Due(Long.MAX_VALUE / 2));
        }
        return out.toByteArray();
    }

    private static final class Usual implements Attempts {

        @Override
        public Attempted run(CaseOrder order, CallGate gate) {
            throw new IllegalStateException("no order was whole");
        }

        @Override
        public CaseResult unfinished(CaseOrder order, Verdict why) {
            return Orders.lost(String.valueOf(why.error()));
        }
    }
}
