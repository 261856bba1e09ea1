package dev.muster.common.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenSecretsTest {

    @TempDir
    private Path folder;

    @Test
    void readsTheVariableFirst() throws IOException {
        var file = Files.writeString(folder.resolve("token"), "of the file\n");
        assertThat(GivenSecrets.read(Map.of("A", "of the variable", "A_FILE", file.toString()), "A"))
                .isEqualTo("of the variable");
    }

    @Test
    void readsTheFileWithoutItsLastLineBreak() throws IOException {
        var file = Files.writeString(folder.resolve("token"), "of the file\n");
        assertThat(GivenSecrets.read(Map.of("A", "", "A_FILE", file.toString()), "A")).isEqualTo("of the file");
    }

    @Test
    void saysWhichFileCannotBeRead() {
        assertThat(GivenSecrets.read(Map.of(), "A")).isNull();
        assertThatThrownBy(() -> GivenSecrets.read(Map.of("A_FILE", "/not/there"), "A"))
                .hasMessage("A_FILE names /not/there, which can't be read: there is none");
    }
}
