package dev.muster.common.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatorsTest {

    @Test
    void addressesStandWithCommasBetweenThem() {
        var two = Coordinators.parse("http://a:7070, https://b/muster");

        assertThat(two.addresses()).hasSize(2);
        assertThat(two).hasToString("http://a:7070,https://b/muster");
        assertThat(Json.MAPPER.readValue(Json.MAPPER.writeValueAsString(two), Coordinators.class)).isEqualTo(two);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a:7070", "http://a:7070,", "ftp://a", "http://a b", "http:///x"})
    void whatIsNoAddressIsTold(String text) {
        assertThatThrownBy(() -> Coordinators.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("is not a valid URL such as http://127.0.0.1:7070; separate several with commas");
    }

    @Test
    void aPortThatIsNoneIsNamed() {
        assertThatThrownBy(() -> Coordinators.parse("http://a:7070,http://b:99999"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'http://b:99999': port 99999 is not between 1 and 65535");
    }
}
