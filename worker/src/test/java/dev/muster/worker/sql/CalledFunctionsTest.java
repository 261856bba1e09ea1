package dev.muster.worker.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CalledFunctionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "select a, pg_sleep(1) | pg_sleep",
        "select PG_Sleep (1) | pg_sleep",
        "select pg_catalog.\"pg_sleep\" (1) | pg_sleep",
        "select \"say\"\"it\"(1) | say\"it",
        "select 'pg_sleep(1)' | ``",
        "select E'\\'pg_sleep(1)' | ``",
        "select e '\\', pg_sleep(1), '' | pg_sleep",
        "select name'\\', pg_sleep(1), '' | pg_sleep",
        "select $$'$$, pg_sleep(1), $a$ x(1) $a$ | pg_sleep",
        "select 1 limit pg_sleep(1)::int | pg_sleep"})
    void aNameBeforeAParenthesisIsCalled(String sql, String name) {
        assertThat(CalledFunctions.in(sql)).hasToString(name.isEmpty() ? "[]" : "[" + name + "]");
    }
}
