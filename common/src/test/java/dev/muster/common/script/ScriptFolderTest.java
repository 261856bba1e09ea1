package dev.muster.common.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptFolderTest {

    @TempDir
    private Path root;

    private Path scripts;
    private ScriptFolder folder;

    @BeforeEach
    void makeFolder() {
        scripts = root.resolve("scripts");
        folder = new ScriptFolder(scripts);
    }

    @ParameterizedTest
    @CsvSource({"check, check.sh, default", "check.Amount, check.sh, Amount", "check.a.b, check.sh, a.b",
        "tests.validate-expense, tests/validate-expense.py, default", "tests.validate-expense.strict, "
                + "tests/validate-expense.py, strict"})
    void theLongestPathIsTheFileAndTheRestTheFunction(String name, String file, String function) throws Exception {
        ScriptFiles.executable(scripts.resolve("check.sh"), "");
        ScriptFiles.executable(scripts.resolve("tests/validate-expense.py"), "");

        assertThat(find(name)).isEqualTo(new Found.Program(scripts.resolve(file), function));
    }

    @Test
    void aFileInAFolderGoesBeforeAFunctionOfAFile() throws Exception {
        ScriptFiles.executable(scripts.resolve("a.sh"), "");
        var deeper = ScriptFiles.executable(scripts.resolve("a/b"), "");

        assertThat(find("a.b.c")).isEqualTo(new Found.Program(deeper, "c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "...etc", "a..b", ".a", "a.", "../x", "a./b", "a\\b", "/bin/sh"})
    void aReferenceCannotLeaveTheFolder(String name) throws Exception {
        ScriptFiles.executable(root.resolve("x"), "");
        ScriptFiles.executable(scripts.resolve("a/b"), "");

        assertThatThrownBy(() -> find(name)).isInstanceOf(ScriptFailed.class)
                .hasMessageContaining("is not a reference");
    }

    @Test
    void aLinkOutOfTheFolderIsNotRun() throws Exception {
        var outside = ScriptFiles.executable(root.resolve("outside.sh"), "");
        Files.createDirectories(scripts);
        Files.createSymbolicLink(scripts.resolve("inside.sh"), outside);

        assertThatThrownBy(() -> find("inside")).isInstanceOf(ScriptFailed.class)
                .hasMessage("scripts/inside.sh is a link that leads out of the scripts folder, where nothing is run");
    }

    @Test
    void aLinkedFolderOutsideIsNotRunEither() throws Exception {
        ScriptFiles.executable(root.resolve("elsewhere/b.sh"), "");
        Files.createDirectories(scripts);
        Files.createSymbolicLink(scripts.resolve("a"), root.resolve("elsewhere"));

        assertThatThrownBy(() -> find("a.b")).isInstanceOf(ScriptFailed.class)
                .hasMessageContaining("leads out of the scripts folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"env_test.ts", "env_test.js", "env_test.mjs"})
    void javaScriptNeedNotBeExecutable(String file) throws Exception {
        Files.createDirectories(scripts.resolve("a"));
        Files.writeString(scripts.resolve("a").resolve(file), "");

        assertThat(find("a.env_test.Before")).isEqualTo(new Found.Module("a/" + file, "Before"));
    }

    @Test
    void aFileThatIsNotExecutableIsNamed() throws Exception {
        Files.createDirectories(scripts);
        Files.writeString(scripts.resolve("check.py"), "print(1)");

        assertThatThrownBy(() -> find("check")).isInstanceOf(ScriptFailed.class)
                .hasMessage(
                        "scripts/check.py is neither JavaScript nor TypeScript, and no executable file; make it one with chmod +x");
    }

    @Test
    void twoOfTheSameNameAreNamed() throws Exception {
        ScriptFiles.executable(scripts.resolve("check.py"), "");
        ScriptFiles.executable(scripts.resolve("check.sh"), "");

        assertThatThrownBy(() -> find("check")).isInstanceOf(ScriptFailed.class)
                .hasMessage("scripts:check could be scripts/check.py or scripts/check.sh; rename one of them");
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> find("nowhere.f")).isInstanceOf(ScriptFailed.class)
                .hasMessage("scripts:nowhere.f does not exist: no file of that name in the scripts folder scripts");
    }

    private Found find(String name) throws ScriptFailed {
        return new ScriptPlaces(List.of(folder)).find(name).found();
    }
}
