package dev.muster.common.loop;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LoopTest {

    private final AtomicLong clock = new AtomicLong(1_000);
    private final AtomicBoolean othersCould = new AtomicBoolean(true);
    private final BlockingQueue<String> ends = new ArrayBlockingQueue<>(100);
    private final List<Duration> pauses = new ArrayList<>();
    private final LoopWatch watch = new LoopWatch(clock::get, pauses::add, (sentence, cause) -> ends.add(sentence),
            othersCould::get);
    private final CountDownLatch standstill = new CountDownLatch(1);

    @Test
    void turnsUntilATurnSaysThatItWasTheLast() {
        var turns = new AtomicInteger();
        var loop = new Loop("counting", watch, () -> turns.incrementAndGet() < 5);
        loop.start();
        loop.awaitEnd(Duration.ZERO);
        assertThat(turns).hasValue(5);
        assertThat(ends).isEmpty();
    }

    @Test
    void aClosedLoopEndsInPeace() throws InterruptedException {
        var loop = standingStill();
        loop.close();
        pass(Duration.ofSeconds(100));
        assertThat(watch.stalled()).isEmpty();
        assertThat(ends).isEmpty();
    }

    @Test
    void aTurnThatFailsIsRepeatedAfterAPause() {
        var turns = new AtomicInteger();
        var loop = new Loop("failing", watch, () -> {
            if (turns.incrementAndGet() < 3) {
                throw new IllegalStateException("a bug");
            }
            return false;
        });
        loop.start();
        loop.awaitEnd(Duration.ZERO);
        assertThat(turns).hasValue(3);
        assertThat(pauses).hasSize(2);
        assertThat(ends).isEmpty();
    }

    @Test
    void anErrorEndsTheProcessWithASentence() throws InterruptedException {
        new Loop("pump RESULTS", watch, () -> {
            throw new OutOfMemoryError("Java heap space");
        }).start();
        assertThat(ends.take()).isEqualTo("thread 'pump RESULTS' died: java.lang.OutOfMemoryError: Java heap space. "
                + "The process exits, because it can't work without that thread; give it more memory (-Xmx)");
    }

    @Test
    void aLoopThatTurnsIsNeverStalled() throws InterruptedException {
        var turn = new CountDownLatch(1);
        var loop = new Loop("turning", watch, () -> {
            turn.countDown();
            standstill.await();
            return true;
        });
        loop.start();
        turn.await();
        for (int second = 0; second < 100; second++) {
            pass(Duration.ofSeconds(1));
            loop.alive();
        }
        assertThat(watch.stalled()).isEmpty();
        assertThat(ends).isEmpty();
        loop.close();
    }

    @Test
    void tenSecondsWithoutATurnAreNotReady() throws InterruptedException {
        try (var loop = standingStill()) {
            pass(Duration.ofSeconds(10));
            assertThat(watch.stalled()).isEmpty();
            pass(Duration.ofSeconds(1));
            assertThat(watch.stalled()).containsExactly("still");
            loop.alive();
            assertThat(watch.stalled()).isEmpty();
        }
    }

    @Test
    void aMinuteWithoutATurnEndsTheProcess() throws InterruptedException {
        try (var _ = standingStill()) {
            pass(Duration.ofSeconds(60));
            assertThat(ends).isEmpty();
            pass(Duration.ofSeconds(1));
            assertThat(ends).hasSize(1).allSatisfy(sentence -> assertThat(sentence)
                    .startsWith("'still' has made no progress for 60 s"));
        }
    }

    @Test
    void aProcessThatNobodyCouldReplaceStays() throws InterruptedException {
        othersCould.set(false);
        try (var _ = standingStill()) {
            pass(Duration.ofMinutes(5));
            assertThat(ends).isEmpty();
            assertThat(watch.stalled()).containsExactly("still");
            othersCould.set(true);
            pass(Duration.ofSeconds(29)); // the loop may be about to go on
            assertThat(ends).isEmpty();
            pass(Duration.ofSeconds(1));
            assertThat(ends).hasSize(1);
        }
    }

    @Test
    void aThawedProcessDoesNotEndItself() throws InterruptedException {
        try (var _ = standingStill()) {
            clock.addAndGet(Duration.ofHours(1).toNanos());
            watch.step();
            assertThat(watch.stalled()).isEmpty();
            assertThat(ends).isEmpty();
        }
    }

    @Test
    void anOldEntryOfAQueueIsNotReadyAndAStandstillEndsTheProcess() {
        var oldest = new AtomicLong();
        var moved = new AtomicLong();
        watch.watch("unwritten decisions", Duration.ofSeconds(30), oldest::get, moved::get);
        pass(Duration.ofSeconds(30));
        assertThat(watch.stalled()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(watch.stalled()).containsExactly("unwritten decisions");
        pass(Duration.ofSeconds(29));
        moved.set(watch.nanos()); // it is far behind, and goes on
        pass(Duration.ofSeconds(60));
        assertThat(ends).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(ends).hasSize(1);
    }

    private Loop standingStill() throws InterruptedException {
        var stands = new CountDownLatch(1);
        var loop = new Loop("still", watch, () -> {
            stands.countDown();
            standstill.await();
            return true;
        });
        loop.start();
        stands.await();
        return loop;
    }

    private void pass(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            watch.step();
        }
    }
}
