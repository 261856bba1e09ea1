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

/** Tests where the scripts of a case are searched. */
class ScriptPlacesTest {

    @TempDir
    private Path folder;

    private Path root;

    @BeforeEach
    void makeProject() throws IOException {
        root = Files.createDirectory(folder.resolve("project"));
        for (var file : new String[]{"scripts/shared.js", "scripts/a_test.js", "agents/one/src/own.js",
            "agents/one/src/shared.js", "agents/one/src/a_test.js", "agents/src/all.js"}) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), "");
        }
    }

    private ScriptPlaces of(String suite) {
        return ScriptPlaces.of(root, root.resolve("scripts"), suite);
    }

    @ParameterizedTest
    @CsvSource({"agents/one/tests/cases.jsonl,own,agents/one/src", "agents/one/cases.jsonl,own.f,agents/one/src",
        "agents/one/tests/deep/er/cases.jsonl,own,agents/one/src", "agents/one/tests/cases.jsonl,shared,scripts",
        "agents/two/tests/cases.jsonl,all,agents/src", "cases.jsonl,shared,scripts",
        "agents/one/src/b_test.js,shared,agents/one/src", "agents:gen,shared,scripts"})
    void theScriptsFolderGoesBeforeTheAgentsOwnUnlessTheCaseLiesThere(String suite, String name, String where)
            throws Exception {
        assertThat(of(suite).find(name).folder().folder()).isEqualTo(root.resolve(where));
    }

    @Test
    void onlyTheNearestFolderIsTheAgentsOwn() {
        assertThatThrownBy(() -> of("agents/one/tests/cases.jsonl").find("all")).isInstanceOf(ScriptFailed.class)
                .hasMessage("scripts:all does not exist: no file of that name in the scripts folder scripts, nor in "
                        + "one/src");
    }

    @Test
    void aTestIsTheOneOfItsOwnFolder() {
        assertThat(of("agents/one/src/a_test.js").having("a_test.js").folder()).isEqualTo(root.resolve(
                "agents/one/src"));
        assertThat(of("scripts/a_test.js").having("a_test.js").folder()).isEqualTo(root.resolve("scripts"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside/cases.jsonl", "../../x", "\0", "linked/cases.jsonl"})
    void nothingOutsideOfTheProjectIsLookedAt(String suite) throws IOException {
        Files.createDirectories(folder.resolve("outside/src"));
        Files.createDirectories(root.resolve("linked"));
        Files.createSymbolicLink(root.resolve("linked/src"), folder.resolve("outside/src"));

        assertThat(of(suite).folders()).containsExactly(new ScriptFolder(root.resolve("scripts")));
    }
}
