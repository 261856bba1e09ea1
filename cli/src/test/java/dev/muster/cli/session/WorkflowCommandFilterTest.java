package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowCommandFilterTest {

    private static final String IN_A_JOB = "GITHUB_ACTIONS";

    @ParameterizedTest
    @ValueSource(strings = {"::add-mask::x", "  ::error::x", "\t\u00a0\u2003::stop-commands::x", "a\n::x", "a\r ::x"})
    void noLineBeginsAsACommandDoes(String said) {
        assertThat(printed(said, "true").strip().split("[\n\r]")).noneMatch(line -> line.strip().startsWith("::"))
                .anyMatch(line -> line.contains(":\u200b:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"##[group]x", "the agent said ##[add-mask]x", "###[error]x"})
    void noLineHasAnOldCommand(String said) {
        assertThat(printed(said, "true")).doesNotContain("##[").contains("##\u200b[");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a ::b", "std::vector", "# [1]", "12:30::x", ": :x"})
    void whatIsNoCommandStaysAsItIs(String said) {
        assertThat(printed(said, "true")).isEqualTo(said);
    }

    @Test
    void aCommandThatComesInPartsIsFoundToo() {
        // Given
        var out = new ByteArrayOutputStream();
        var stream = WorkflowCommandFilter.over(new PrintStream(out, true, StandardCharsets.UTF_8));

        // When
        for (var part : new String[]{"x\n", " :", ":", "error::#", "#", "["}) {
            stream.print(part);
        }

        // Then
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("x\n :\u200b:error::##\u200b[");
    }

    @Test
    void outsideOfAJobNothingIsChanged() {
        assertThat(printed("::add-mask::x ##[", "")).isEqualTo("::add-mask::x ##[");
    }

    private static String printed(String said, String job) {
        var out = new ByteArrayOutputStream();
        var print = new PrintStream(out, true, StandardCharsets.UTF_8);
        var shell = new Shell(Path.of(""), Map.of(IN_A_JOB, job), print, print, Optional::empty,
                InputStream.nullInputStream());
        shell.words().out().print(said);
        shell.words().err().flush();
        return out.toString(StandardCharsets.UTF_8);
    }
}
