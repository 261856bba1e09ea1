package dev.muster.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPortTest {

    @ParameterizedTest
    @ValueSource(strings = {"http://h/x", "http://h:1/x", "wss://h:65535?a=b:99999", "http://[::1]/x",
        "http://[::1]:80",
        "http://h:/x", "http://u:pw@h/", "http://h:${ENV.PORT}/x", "${ENV.BASE}/x:99999", "http://h/a:0",
        "jdbc:postgresql:name", "jdbc:postgresql://a:5432,b:5433/name", "h:99999", ""})
    void aPortInRangeNoneAndATemplateAreGood(String url) {
        assertThat(UrlPort.trouble(url)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"http://h:99999/x, 99999", "ws://h:0, 0", "https://[::1]:65536?q, 65536", "http://u:pw@h:70000/, 70000",
        "http://h:123456789012#f, 123456789012", "http://h:-1/, -1", "http://h:http/, http"})
    void anyOtherIsNamed(String url, String port) {
        assertThat(UrlPort.trouble(url)).contains("port " + port + " is not between 1 and 65535");
    }
}
