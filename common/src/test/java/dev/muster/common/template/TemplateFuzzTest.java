package dev.muster.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.common.cost.Cost;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expansion ends for any text. */
class TemplateFuzzTest {

    static Stream<byte[]> seeds() {
        return Stream.of("${A}", "$${A}${", "a ${ENV.B} b ${captured.c-d} }${${A}}", "${}", "${".repeat(10_000),
                "${".repeat(10_000) + "}", "${A}".repeat(10_000))
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySeedIsFilledIn(byte[] text) throws Exception {
        fill(text);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "10s")
    void everyTextIsFilledIn(byte[] text) throws Exception {
        fill(text);
    }

    private static void fill(byte[] bytes) throws Exception {
        var text = new String(bytes, StandardCharsets.UTF_8);
        var names = Cost.bounded(() -> TemplateNames.variables(text));
        var filled = Cost.bounded(() -> Template.fill(text, words -> Optional.of("x")));
        assertThat(names).allMatch(Template::isName);
        assertThat(filled.length()).isLessThanOrEqualTo(text.length());
    }
}
