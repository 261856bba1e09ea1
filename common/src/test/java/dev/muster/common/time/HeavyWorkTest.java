package dev.muster.common.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.time.HeavyWork.OutOfTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests where heavy work runs, and how it ends when nobody waits for it any more. */
@Timeout(30)
class HeavyWorkTest {

    private static final Deadline LATER = Deadline.in(Duration.ofSeconds(20), Ticker.system());

    @Test
    void lightWorkRunsHereAndHeavyWorkOnAPlatformThread() throws Exception {
        assertThat(HeavyWork.run(false, LATER, Thread::currentThread)).isSameAs(Thread.currentThread());
        assertThat(HeavyWork.run(true, LATER, Thread::currentThread)).isNotSameAs(Thread.currentThread())
                .matches(thread -> !thread.isVirtual() && thread.isDaemon());
        assertThat(HeavyWork.run(true, Thread::currentThread)).isNotSameAs(Thread.currentThread());
    }

    @Test
    void whatItThrowsArrives() {
        assertThatThrownBy(() -> HeavyWork.run(true, LATER, () -> {
            throw new IOException("checked");
        })).isInstanceOf(IOException.class).hasMessage("checked");
        assertThatThrownBy(() -> HeavyWork.run(true, LATER, () -> {
            throw new StackOverflowError();
        })).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void workInsideOfWorkNeedsNoThreadOfItsOwn() throws Exception {
        var nested = new ArrayList<Thread>();
        for (int n = 0; n < 2 * Runtime.getRuntime().availableProcessors(); n++) {
            nested.add(Thread.ofVirtual().start(() -> {
                try {
                    HeavyWork.run(true, LATER, () -> HeavyWork.run(true, LATER, Thread::currentThread));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (var each : nested) {
            each.join();
        }
        assertThat(LATER.passed()).isFalse();
    }

    @Test
    void whatWaitsForATurnEndsAtItsDeadlineAndWhatRunsIsEnded() throws Exception {
        var begun = new CountDownLatch(cores());
        var ended = new CountDownLatch(cores());
        var running = new ArrayList<Thread>();
        for (int n = 0; n < cores(); n++) {
            running.add(Thread.ofVirtual().start(() -> endless(begun, ended)));
        }
        begun.await();
        var short_ = Deadline.in(Duration.ofMillis(200), Ticker.system());

        assertThatThrownBy(() -> HeavyWork.run(true, short_, () -> "never")).isInstanceOf(OutOfTime.class);

        running.forEach(Thread::interrupt);
        ended.await();
        assertThat(HeavyWork.run(true, LATER, () -> "again")).isEqualTo("again");
    }

    @Test
    void workGoesOnWhileItsDeadlineMoves() throws Exception {
        var looked = new CountDownLatch(4);
        var stopped = Deadline.in(Duration.ofMillis(5), () -> {
            looked.countDown();
            return 0;
        });

        assertThat(HeavyWork.run(true, stopped, () -> {
            looked.await();
            return "done";
        })).isEqualTo("done");
    }

    @Test
    void checkingIsForThePoolAlone() {
        Thread.currentThread().interrupt();

        HeavyWork.check();

        assertThat(Thread.interrupted()).isTrue();
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static void endless(CountDownLatch begun, CountDownLatch ended) {
        try {
            HeavyWork.run(true, LATER, () -> {
                begun.countDown();
                try {
                    while (true) {
                        HeavyWork.check();
                    }
                } finally {
                    ended.countDown();
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfTime e) {
            throw new IllegalStateException(e);
        }
    }
}
