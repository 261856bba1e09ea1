package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.Topic;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.ControlMessage.InboxLease;
import dev.muster.common.message.ControlMessage.Rates;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Hello;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests what is sent again, how soon, and until when. */
final class OrdersTest {

    private static final Dispatch ONE = new Dispatch(3, 1);
    private static final Dispatch TWO = new Dispatch(3, 2);

    private final Carrier carrier = new Carrier();
    private final Queue<Runnable> later = new ArrayDeque<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final Orders orders = new Orders(carrier, Runnable::run, Runnable::run, Runnable::run, (pause, what) -> {
        pauses.add(pause);
        later.add(what);
    }, "f", 3);
    private final Member member = new Member(new Hello("f", 3, "w", "w.1", 1, 4, Set.of(), Set.of()), 7, Duration.ZERO,
            each -> {});

    @Test
    void controlIsToldAgainUntilTheBrokerHasItEachTimeLater() {
        carrier.failures = 8;

        orders.announce();
        while (!later.isEmpty()) {
            later.remove().run();
        }

        assertThat(carrier.sent).hasSize(9).containsOnly("CONTROL/0 3/leadership");
        assertThat(pauses).extracting(Duration::toMillis).containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L,
                5_000L,
                5_000L);
    }

    @Test
    void whatWasReplacedByNewerWordsIsNotToldAgain() {
        carrier.failures = 1;
        orders.control(new Rates("f", 3, List.of()));
        orders.control(new Rates("f", 3, List.of()));

        later.remove().run();

        assertThat(carrier.sent).hasSize(2);
    }

    @Test
    void ofAMemberThatIsGoneControlKeepsNothing() {
        orders.control(new InboxLease("f", 3, "w.1", 7, 0));
        carrier.sent.clear();

        orders.gone(member);

        assertThat(carrier.sent).contains("CONTROL/0 3/inbox/w.1 taken back");
    }

    @Test
    void aTombstoneThatGotLostIsRepeated() {
        carrier.failures = 1;

        orders.forget(List.of("2/inbox/old"));
        later.remove().run();

        assertThat(carrier.sent).containsExactly("CONTROL/0 2/inbox/old taken back",
                "CONTROL/0 2/inbox/old taken back");
    }

    @Test
    void aFenceIsTakenBackMuchLater() {
        orders.fence("w.1");
        assertThat(carrier.sent).containsExactly("CONTROL/0 3/fenced/w.1");
        assertThat(pauses).allMatch(pause -> pause.compareTo(Duration.ofMinutes(1)) > 0);

        later.remove().run();

        assertThat(carrier.sent).last().isEqualTo("CONTROL/0 3/fenced/w.1 taken back");
    }

    @Test
    void aDropIsToldAgainWhileWhatItMeansIsHeld() {
        member.take(ONE, new CaseRef("run", 1, 0, 0));
        member.take(TWO, new CaseRef("other", 1, 0, 0));
        orders.drop(member, "run", List.of());

        for (int beats = 0; beats < 4; beats++) {
            orders.heard(member, Set.of(ONE, TWO));
        }
        assertThat(carrier.sent).containsExactly("CASES/7 run", "CASES/7 run", "CASES/7 run");

        member.giveBack(ONE);
        for (int beats = 0; beats < 4; beats++) {
            orders.heard(member, Set.of(TWO));
        }
        assertThat(carrier.sent).hasSize(3);
    }

    @Test
    void aDropIsToldAgainWhileAnOrderThatItMeansIsOnItsWay() {
        member.take(ONE, new CaseRef("run", 1, 0, 0));
        orders.drop(member, "run", List.of());

        orders.heard(member, Set.of());
        orders.heard(member, Set.of());

        assertThat(carrier.sent).hasSize(2);
    }

    @Test
    void aCheckThatFailsIsRepeatedAfterAPause() {
        carrier.failures = 2;
        var placed = new ArrayList<Long>();

        orders.check(member, placed::add);
        later.remove().run();
        later.remove().run();

        assertThat(pauses).extracting(Duration::toMillis).containsExactly(100L, 200L);
        assertThat(placed).containsExactly(2L);
    }

    /** Records what it is sent, and fails a given number of times. */
    private static final class Carrier implements Channel {

        private final List<String> sent = new ArrayList<>();
        private int failures;

        @Override
        public CompletableFuture<Long> append(Topic topic, int partition, String key, @Nullable Payload value) {
            sent.add(topic + "/" + partition + " " + key + (Objects.isNull(value) ? " taken back" : ""));
            return failures-- > 0 ? CompletableFuture.failedFuture(new ChannelException("no answer"))
                    : CompletableFuture.completedFuture(sent.size() - 1L);
        }

        @Override
        public Feed feed(Topic topic, From from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<Integer, Long> ends(Topic topic) {
            return Map.of();
        }

        @Override
        public long end(Topic topic, int partition) {
            return 0;
        }

        @Override
        public int inboxes() {
            return 8;
        }

        @Override
        public void close() {}
    }
}
