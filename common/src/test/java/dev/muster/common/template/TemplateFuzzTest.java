package dev.muster.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;

/** Expansion ends for any text. */
class TemplateFuzzTest extends FuzzContract {

    static Stream<byte[]> seeds() {
        return Stream.of("${A}", "$${A}${", "a ${ENV.B} b ${captured.c-d} }${${A}}", "${}", "${".repeat(10_000),
                "${".repeat(10_000) + "}", "${A}".repeat(10_000))
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void take(byte[] bytes) throws Exception {
        var text = new String(bytes, StandardCharsets.UTF_8);
        var names = Cost.bounded(() -> TemplateNames.variables(text));
        var filled = Cost.bounded(() -> Template.fill(text, words -> Optional.of("x")));
        assertThat(names).allMatch(Template::isName);
        assertThat(filled.length()).isLessThanOrEqualTo(text.length());
    }
}
