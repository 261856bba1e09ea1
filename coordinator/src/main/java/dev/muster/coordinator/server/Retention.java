package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** Deletes what is older than its retention, once a day, a portion at a time. */
final class Retention implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final Duration EVERY = Duration.ofDays(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMinutes(10);
    /** Between two portions: the fleet's own writes come first. */
    private static final long REST_MS = 50;
    private static final long LOOK_MS = 1_000;
    private static final Duration LONGEST_STEP = Duration.ofMinutes(3);

    private final Database database;
    private final Leadership leadership;
    private final Duration age;
    private final InstantSource clock;
    private final Object resuming;
    private final Runnable deleted;
    private final Loop loop;
    private final Deque<Step> steps = new ArrayDeque<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private Instant due;

    /** Returns whether it is to be repeated. */
    private interface Step {
        boolean take() throws IOException;
    }

    /** @param resuming locked by who resumes a run, or a part of it */
    Retention(Database database, Leadership leadership, Duration age, InstantSource clock, LoopWatch watch,
            Object resuming, Runnable deleted) {
        this.database = database;
        this.leadership = leadership;
        this.age = age;
        this.clock = clock;
        this.resuming = resuming;
        this.deleted = deleted;
        this.due = clock.instant();
        this.loop = new Loop("retention of " + leadership.fleet(), watch, this::turn);
    }

    void start() {
        loop.start();
    }

    @Override
    public void close() {
        closing.countDown();
        loop.close();
    }

    private boolean turn() throws InterruptedException {
        if (closing.await(steps.isEmpty() ? LOOK_MS : REST_MS, TimeUnit.MILLISECONDS)) {
            return false;
        }
        loop.aliveFor(LONGEST_STEP);
        try {
            if (!steps.isEmpty()) {
                if (!steps.getFirst().take()) {
                    steps.removeFirst();
                }
            } else if (!clock.instant().isBefore(due)) {
                due = clock.instant().plus(EVERY);
                plan();
            }
            return true;
        } catch (LostLeadership e) {
            return false;
        } catch (StoreException | IOException | JacksonException e) {
            LOG.warn("old runs could not be deleted; retrying later: {}", e.getMessage());
            steps.clear();
            due = clock.instant().plus(AFTER_TROUBLE);
            return true;
        }
    }

    private void plan() {
        var before = clock.instant().minus(age);
        var pruning = new Pruning(database, leadership, leadership.fleet(), clock.instant());
        var plan = pruning.plan(before, 0);
        LOG.info("{} runs are older than {} and are deleted; {} stay: {}", plan.runs().size(), before,
                plan.kept().size(), plan.kept());
        plan.newestFirst().forEach(run -> steps.add(() -> {
            synchronized (resuming) {
                if (pruning.expire(run)) {
                    deleted.run();
                }
            }
            return false;
        }));
        steps.add(pruning::sweepPortion);
        steps.add(() -> {
            pruning.deleteLeftovers(before);
            return false;
        });
    }
}
