package dev.muster.coordinator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;

class CoordinatorRetryTest {

    private final List<String> said = new ArrayList<>();
    private boolean leaving;
    private long now;
    private int asked;

    private final CoordinatorRetry patience = new CoordinatorRetry(() -> now,
            length -> now += length.toNanos(),
            () -> leaving);

    @Test
    void aCoordinatorThatIsAwayForAMomentIsAskedAgainWithoutAWord() throws Exception {
        assertThat(patience.ask(() -> answeredAfter(3), said::add)).isEqualTo("fine");

        assertThat(said).isEmpty();
    }

    @Test
    void whoWaitsIsToldOnceWhy() throws Exception {
        assertThat(patience.ask(() -> answeredAfter(90), said::add)).isEqualTo("fine");

        assertThat(said).containsExactly("the coordinator is away; retrying for up to 120 s");
    }

    @Test
    void afterTwoMinutesItIsGivenUp() {
        assertThatThrownBy(() -> patience.ask(() -> answeredAfter(1_000), said::add)).isInstanceOf(IOException.class)
                .hasMessage("the coordinator is away; it was retried for 120 s");
    }

    @Test
    void whoWantsToLeaveWaitsForTenSecondsOnly() {
        leaving = true;

        assertThatThrownBy(() -> patience.ask(() -> answeredAfter(1_000), said::add))
                .hasMessage("the coordinator is away; it was retried for 10 s");
    }

    @Test
    void aRefusalIsNotAskedAbout() {
        assertThatThrownBy(() -> patience.ask(() -> {
            asked++;
            throw new RefusedRequest("this coordinator requires a token");
        }, said::add)).hasMessage("this coordinator requires a token");

        assertThat(asked).isEqualTo(1);
    }

    private String answeredAfter(int times) throws IOException {
        if (++asked <= times) {
            throw new IOException("the coordinator is away");
        }
        return "fine";
    }
}
