package dev.muster.common.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.access.Credentials;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class LeaderCallsTest {

    private static final URI NOBODY = URI.create("http://127.0.0.1:1");

    @Test
    void oneThatStandsByIsPassedAndTheLeaderRemembered() throws Exception {
        try (var standby = FakeCoordinator.start("a", false);
                var leader = FakeCoordinator.start("b", true);
                var calls = calls(standby.url(), leader.url())) {
            assertThat(ask(calls)).isEqualTo("b");
            assertThat(ask(calls)).isEqualTo("b");

            assertThat(standby.heard()).containsExactly("GET /api/v1/fleet");
            assertThat(calls.leader()).isEqualTo(leader.url());
        }
    }

    @Test
    void oneThatDoesNotAnswerIsPassed() throws Exception {
        try (var leader = FakeCoordinator.start("b", true); var calls = calls(NOBODY, leader.url())) {
            assertThat(ask(calls)).isEqualTo("b");
        }
    }

    @Test
    void theFirstIsAskedAgainWhenTheSecondDoesNotLeadAnyMore() throws Exception {
        try (var one = FakeCoordinator.start("a", false);
                var two = FakeCoordinator.start("b", true);
                var calls = calls(one.url(), two.url())) {
            assertThat(ask(calls)).isEqualTo("b");
            one.leads(true);
            two.leads(false);

            assertThat(ask(calls)).isEqualTo("a");
        }
    }

    @Test
    void whenNobodyLeadsEachAddressIsToldOf() throws Exception {
        try (var standby = FakeCoordinator.start("a", false); var calls = calls(NOBODY, standby.url())) {
            assertThatThrownBy(() -> ask(calls)).isInstanceOf(IOException.class).hasMessage("the coordinator at "
                    + NOBODY + " does not answer (connection refused, or no way there); the coordinator at "
                    + standby.url() + " is a standby: another one leads");
        }
    }

    @Test
    void whatMustArriveOnceGoesToTheLeaderOnly() throws Exception {
        try (var standby = FakeCoordinator.start("a", false);
                var leader = FakeCoordinator.start("b", true);
                var calls = calls(standby.url(), leader.url())) {
            assertThat(tell(calls)).isEqualTo("b");

            assertThat(standby.heard()).containsExactly("GET /health");
            assertThat(leader.heard()).containsExactly("GET /health", "POST /api/v1/runs");
        }
    }

    @Test
    void itWaitsForAStandbyThatTakesOver() throws Exception {
        try (var standby = FakeCoordinator.start("b", false);
                var calls = new LeaderCalls(new Coordinators(List.of(NOBODY, standby.url())), Credentials.NONE, () -> 0,
                        length -> standby.leads(true))) {
            assertThat(tell(calls)).isEqualTo("b");
        }
    }

    @Test
    void itDoesNotWaitForLongNorForNobody() throws Exception {
        var now = new AtomicLong();
        try (var standby = FakeCoordinator.start("b", false);
                var waiting = new LeaderCalls(new Coordinators(List.of(NOBODY, standby.url())), Credentials.NONE,
                        now::get,
                        length -> now.addAndGet(Duration.ofSeconds(20).toNanos()));
                var alone = new LeaderCalls(new Coordinators(List.of(NOBODY, NOBODY)), Credentials.NONE, now::get,
                        length -> {
                            throw new AssertionError("nobody could take over");
                        })) {
            assertThatThrownBy(() -> tell(waiting)).isInstanceOf(IOException.class)
                    .hasMessageContaining("is a standby");
            assertThatThrownBy(() -> tell(alone)).isInstanceOf(IOException.class)
                    .hasMessageContaining("does not answer");

            assertThat(standby.heard()).hasSize(3).containsOnly("GET /health");
        }
    }

    @Test
    void withOneAddressOnlyThatOneIsAsked() throws Exception {
        try (var standby = FakeCoordinator.start("a", false);
                var calls = new LeaderCalls(Coordinators.at(standby.url()), new Credentials("t0ken", null))) {
            assertThatThrownBy(() -> tell(calls)).isInstanceOf(IOException.class)
                    .hasMessageEndingWith(
                            "is a standby: another one leads; name that one too, as --coordinator URL,URL");

            assertThat(standby.heard()).containsExactly("POST /api/v1/runs Bearer t0ken");
        }
    }

    private static LeaderCalls calls(URI... addresses) {
        return new LeaderCalls(new Coordinators(List.of(addresses)), Credentials.NONE);
    }

    private static String ask(LeaderCalls calls) throws Exception {
        return calls.ask("/api/v1/fleet", request -> request.GET(), BodyHandlers.ofString()).body();
    }

    private static String tell(LeaderCalls calls) throws Exception {
        return calls.tell("/api/v1/runs", request -> request.POST(BodyPublishers.ofString("x")),
                BodyHandlers.ofString()).body();
    }
}
