package dev.muster.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EnvFileTest {

    @TempDir
    private Path folder;

    private Map<String, String> read(String text) throws IOException, BadInput {
        return EnvFile.join(Map.of(), Files.writeString(folder.resolve("keys.env"), text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            A="bar#baz 12345" # the new one | bar#baz 12345
            A='x "y"' # z                   | x "y"
            A="say \\"hi\\""                | say "hi"
            A=plain # a comment             | plain
            A=pass#word                     | pass#word
            export A = x                    | x
            A=it's                          | it's
            """)
    void aValueIsReadAsOtherReadersOfSuchFilesDo(String line, String value) throws Exception {
        assertThat(read("# keys\n" + line + "\n")).containsEntry("A", value);
    }

    @Test
    void everyWrongLineIsNamedAtOnce() {
        assertThatThrownBy(() -> read("A=\"open\nB\nC=\"x\" y\nD=fine\n")).isInstanceOf(BadInput.class)
                .hasMessageContainingAll("keys.env:1:1: the quote \" is not closed",
                        "keys.env:2:1: a line is NAME=value",
                        "keys.env:3:1: there is text after the closing quote");
    }
}
