package dev.muster.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {

    /** Attack 7. */
    @ParameterizedTest
    @ValueSource(strings = {"socketFactory=java.lang.ProcessBuilder", "sslmode=require&sslfactory=x.Y",
        "loggerFile=/tmp/x&loggerLevel=TRACE", "%73ocketFactory=x.Y", "options=-c%20role=x"})
    void parametersThatRunOrWriteAreRefused(String parameters) {
        assertThat(JdbcUrl.trouble("jdbc:postgresql://h/db?" + parameters)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://h:5432/db", "jdbc:postgresql://h/db?sslmode=verify-full"})
    void usualAddressesPass(String url) {
        assertThat(JdbcUrl.trouble(url)).isEmpty();
    }
}
