package dev.muster.common.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "::1", "127.0.0.9"})
    void loopbackIsOpenWithoutAToken(String host) {
        var door = new ListenAddress(host, 1, null);

        assertThat(door.trouble()).isEmpty();
        assertThat(door.admits(null)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void elsewhereATokenIsNeeded(String host) {
        assertThat(new ListenAddress(host, 1, null).trouble()).hasValue("refusing to listen on " + host
                + " without a token: set MUSTER_TOKEN, or listen on 127.0.0.1");
        assertThat(new ListenAddress(host, 1, " ").trouble()).isPresent();
        assertThat(new ListenAddress(host, 1, "t0ken").trouble()).isEmpty();
    }

    @Test
    void onlyTheTokenComesIn() {
        var door = new ListenAddress("127.0.0.1", 1, "t0ken");

        assertThat(door.admits("Bearer t0ken")).isTrue();
        assertThat(door.admits("Bearer t0ken2")).isFalse();
        assertThat(door.admits("t0ken")).isFalse();
        assertThat(door.admits(null)).isFalse();
    }

    @Test
    void itsTextDoesNotShowTheToken() {
        assertThat(new ListenAddress("127.0.0.1", 7, "t0ken")).hasToString("127.0.0.1:7");
    }
}
