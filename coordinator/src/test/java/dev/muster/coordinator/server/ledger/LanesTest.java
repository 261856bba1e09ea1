package dev.muster.coordinator.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.server.ledger.CaseState.Pending;
import dev.muster.coordinator.server.ledger.RunLedger.BlockedCase;
import dev.muster.coordinator.server.ledger.RunLedger.Lanes;
import dev.muster.coordinator.store.EarlierAttempts;
import org.junit.jupiter.api.Test;

class LanesTest {

    private static final Instant NOW = Instant.EPOCH;

    private final Lanes lanes = new Lanes(testCase -> String.valueOf(testCase.agent()));

    @Test
    void casesComeInTheirOrderWhoeverTheyCall() {
        lanes.addAll(List.of(pending(0, "a"), pending(1, "b"), pending(2, "a"), pending(3, "c")));

        assertThat(all(Set.of())).containsExactly(0, 1, 2, 3);
    }

    @Test
    void casesOfOneAgentThatTakesNoMoreHoldUpNobodyElse() {
        lanes.addAll(List.of(pending(0, "full"), pending(1, "full"), pending(2, "b"), pending(3, "full"),
                pending(4, "b")));

        assertThat(all(Set.of("full"))).containsExactly(2, 4);
        assertThat(lanes.size()).isEqualTo(3);
        assertThat(all(Set.of())).containsExactly(0, 1, 3);
    }

    @Test
    void whatGoesRoundAgainComesFirst() {
        lanes.addAll(List.of(pending(5, "a"), pending(6, "b")));

        lanes.addFirst(List.of(pending(1, "b"), pending(2, "a")));

        assertThat(all(Set.of())).containsExactly(1, 2, 5, 6);
    }

    /** Few of them run at once, and the others must not block cases that need no isolation. */
    @Test
    void suspectsThatWaitHoldUpNobodyElse() {
        lanes.addAll(List.of(suspect(0), suspect(1), pending(2, "a"), pending(3, "a")));

        var next = lanes.next(NOW, each -> !each.progress().suspect());

        assertThat(next).map(each -> each.ref().number()).contains(2);
        assertThat(all(Set.of())).containsExactly(0, 1, 2, 3);
    }

    @Test
    void whoIsPassedOverIsKnownByTheTimeItWasFirst() {
        lanes.addAll(List.of(pending(0, "full"), pending(1, "full"), pending(2, "b")));

        next(NOW, Set.of("full"));
        next(NOW.plusSeconds(1), Set.of("full"));

        var blocked = lanes.blockedBefore(NOW.plusMillis(1));
        assertThat(blocked).extracting(BlockedCase::since).containsExactly(NOW);
        assertThat(blocked).extracting(each -> each.pending().ref().number()).containsExactly(0);
        assertThat(lanes.blockedBefore(NOW)).isEmpty();
    }

    @Test
    void whatIsAdoptedIsTakenOutWhereverItStands() {
        lanes.addAll(List.of(pending(0, "a"), pending(1, "a"), pending(2, "a")));

        lanes.removeIf(ref -> ref.number() == 1);

        assertThat(lanes.size()).isEqualTo(2);
        assertThat(all(Set.of())).containsExactly(0, 2);
    }

    /** Whatever is added, blocked and taken, each case comes once, and each agent's cases in order. */
    @Test
    void eachCaseComesOnceAndInItsAgentsOrder() {
        for (long seed = 1; seed <= 200; seed++) {
            var random = new Random(seed);
            int most = 1 + (int) (30 % seed);
            var agents = IntStream.range(0, 300).mapToObj(n -> "agent " + random.nextInt(most)).toList();
            var taken = new ArrayList<Integer>();
            int added = 0;
            while (taken.size() < 300) {
                if (added < 300 && random.nextBoolean()) {
                    lanes.addAll(List.of(pending(added, agents.get(added))));
                    added++;
                }
                next(NOW, Set.of("agent " + random.nextInt(30))).ifPresent(each -> {
                    lanes.remove(each);
                    taken.add(each.ref().number());
                });
            }
            assertThat(lanes.size()).isZero();
            assertThat(taken).as("seed %s", seed).doesNotHaveDuplicates();
            agents.stream().distinct().forEach(agent -> assertThat(taken.stream()
                    .filter(number -> agents.get(number).equals(agent)).toList()).isSorted());
        }
    }

    private List<Integer> all(Set<String> full) {
        var numbers = new ArrayList<Integer>();
        for (var next = next(NOW, full); next.isPresent(); next = next(NOW, full)) {
            lanes.remove(next.get());
            numbers.add(next.get().ref().number());
        }
        return numbers;
    }

    private Optional<Pending> next(Instant now, Set<String> full) {
        return lanes.next(now, each -> !full.contains(each.progress().testCase().agent()));
    }

    private static Pending suspect(int number) {
        return Pending.after(new EarlierAttempts(2, 0, 2, 0), new CaseRef("r", number, 0, 0),
                pending(number, "a").progress().testCase());
    }

    private static Pending pending(int number, String agent) {
        return Pending.after(EarlierAttempts.NONE, new CaseRef("r", number, 0, 0),
                TestCase.of(new TestCase.Identity("k" + number, "c" + number, null, Map.of(), new Source("f", 1)),
                        agent, new Conversation.Standard(List.of()), List.of()));
    }
}
