package dev.muster.coordinator.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SharesTest {

    @Test
    void noCallerTakesThePlacesOfAllOthers() {
        var shares = new Shares(3, 2);

        assertThat(shares.take("one")).isTrue();
        assertThat(shares.take("one")).isTrue();
        assertThat(shares.take("one")).isFalse();
        assertThat(shares.take("two")).isTrue();
        assertThat(shares.take("three")).as("all are taken").isFalse();

        shares.giveBack("one");

        assertThat(shares.take("three")).isTrue();
        assertThat(shares.take("one")).isFalse();
    }
}
