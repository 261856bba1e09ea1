package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.store.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What can only be a forgery or a bug, and stays no secret: a line in the log and in the audit, and a number in the metrics.
 * Every worker of a fleet can write what another one could; see docs/security.md.
 */
final class Suspicions {

    private static final Logger LOG = LoggerFactory.getLogger(Suspicions.class);
    private static final int REMEMBERED = 10_000;
    /** Of one minute: a few are an old process on the topics, more are a flood. */
    private static final int FLOOD = 100;
    /** Lines of one hour; a flood must not fill the audit. */
    private static final int MOST = 100;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Consumer<Settlement> books;
    private final InstantSource clock;
    private final Map<Dispatch, Integer> judged = remembering();
    private final Map<String, String> left = remembering();
    private final Window unreadable = new Window(MINUTE);
    private final Window raised = new Window(HOUR);

    Suspicions(Consumer<Settlement> books, InstantSource clock) {
        this.books = books;
        this.clock = clock;
    }

    private static <K, V> Map<K, V> remembering() {
        return new LinkedHashMap<>() {

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > REMEMBERED;
            }
        };
    }

    /** Counts what happens in a time; at its end it starts from nothing. */
    private static final class Window {

        private final Duration length;
        private Instant begun = Instant.MIN;
        private int count;

        private Window(Duration length) {
            this.length = length;
        }

        int add(Instant now) {
            if (begun.equals(Instant.MIN) || Duration.between(begun, now).compareTo(length) >= 0) {
                begun = now;
                count = 0;
            }
            return ++count;
        }
    }

    /** Notes a report, of which its dispatch has one: the same again is a message that came twice. */
    void reported(AttemptFinished report) {
        if (report.result().verdict().cause() == Cause.WORKER_LOST) {
            return; // repeated by a worker that lost touch before it knew that its first report had arrived
        }
        int content = Objects.hash(report.result().verdict(), report.result().timing().startedAt(), report.attempt());
        var earlier = judged.putIfAbsent(report.dispatch(), content);
        if (earlier != null && earlier != content) {
            raise(report.worker(), "two different reports of case " + report.ref() + " for one order");
        }
    }

    void passedWithout(AttemptFinished report, String lacking) {
        raise(report.worker(), "a passed result of case " + report.ref() + " with " + lacking);
    }

    void tooManySlots(Hello hello) {
        raise(hello.worker(), "it asks for " + hello.slots() + " cases at once; a worker has 1 to " + Hello.MOST_SLOTS
                + " slots");
    }

    void saidGoodbye(String incarnation, String worker) {
        left.put(incarnation, worker);
    }

    /** Notes a sign of life. */
    void isThere(String incarnation) {
        var worker = left.remove(incarnation);
        if (worker != null) {
            raise(worker, "it still runs after its goodbye; someone else may have sent it");
        }
    }

    void unreadable() {
        if (unreadable.add(clock.instant()) == FLOOD) {
            raise("", FLOOD + " records within a minute that can't be read; the table set_aside has them");
        }
    }

    private void raise(String worker, String what) {
        LOG.warn("suspicious: {}{}", worker.isEmpty() ? "" : "worker " + worker + ": ", what);
        if (raised.add(clock.instant()) <= MOST) {
            books.accept(new Settlement.Suspicious(worker, what));
        }
    }
}
