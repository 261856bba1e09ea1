package dev.muster.worker.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.template.Expansion;
import dev.muster.worker.judging.CompiledOnce;
import org.junit.jupiter.api.Test;

class CompiledOnceTest {

    @Test
    void anAssertionInWhichNothingIsFilledInIsCompiledOnce() throws Exception {
        var assertion = Assertion.of(new TextCheck.Regex("a+"));
        var compiled = new CompiledOnce();

        var again = new Expansion(text -> text).assertion(assertion);

        assertThat(compiled.of(again)).isSameAs(compiled.of(assertion));
        assertThat(compiled.of(new Expansion(text -> text + "b").assertion(assertion)))
                .isNotSameAs(compiled.of(assertion));
    }
}
