package dev.muster.common.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BundlePathTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "scripts/a.sh", "a b/ü.txt", "..a/b..", ".hidden"})
    void pathsInsideAreSafe(String path) {
        assertThat(BundlePath.isSafe(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/etc/passwd", "..", "../a", "a/..", "a/../b", "a/./b", ".", "a//b", "a/", "a\\b",
        "C:/x", "a\0b", "a\nb"})
    void anythingElseIsNot(String path) {
        assertThat(BundlePath.isSafe(path)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"scripts, scripts", "./scripts/, scripts", "tests//scripts, tests/scripts", "a\\b, a/b"})
    void whatAPersonWritesHasOneForm(String written, String normal) {
        assertThat(BundlePath.normal(written)).hasValue(normal);
    }

    @Test
    void whatLeadsOutHasNone() {
        assertThat(BundlePath.normal("../scripts")).isEmpty();
        assertThat(BundlePath.normal("/scripts")).isEmpty();
        assertThat(BundlePath.normal("a/../../b")).isEmpty();
        assertThat(BundlePath.normal(".")).isEmpty();
    }
}
