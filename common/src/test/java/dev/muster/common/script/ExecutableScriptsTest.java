package dev.muster.common.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.HostSettings;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(30)
class ExecutableScriptsTest {

    @TempDir
    private Path root;

    @Test
    void theDocumentAndTheFunctionGoInAndJsonComesOut() throws Exception {
        script("echo \"{\\\"argument\\\":\\\"$1\\\",\\\"got\\\":$(cat)}\"");

        var answer = call("check.amount", "{\"output\":\"hi\"}");

        assertThat(answer).isEqualTo(json("""
                {"argument":"amount","got":{"output":"hi","function":"amount"}}"""));
    }

    @Test
    void itRunsInTheProjectsRoot() throws Exception {
        script("printf '\"%s\"' \"$(basename \"$PWD\")\"");

        assertThat(call("check", "{}").stringValue()).isEqualTo(String.valueOf(root.getFileName()));
    }

    @Test
    void theCallersDocumentStaysAsItWas() throws Exception {
        script("cat");
        var document = (ObjectNode) json("{}");

        scripts().call("check", document, Scripts.inTime());

        assertThat(document.isEmpty()).isTrue();
    }

    @Test
    void aFailureIsNamedWithItsReason() throws Exception {
        script("echo 'no database' >&2; exit 2");

        assertFails("scripts:check ended with exit code 2: no database");
    }

    @Test
    void anAnswerThatIsNoJsonIsShown() throws Exception {
        script("echo all fine");

        assertFails("scripts:check printed no JSON: all fine");
    }

    @Test
    void twoAnswersAreNoAnswer() throws Exception {
        script("echo true; echo false");

        assertFails("scripts:check printed no JSON: true");
    }

    @Test
    void noAnswerIsSaid() throws Exception {
        script("true");

        assertFails("scripts:check printed nothing; it must print JSON");
    }

    @Test
    void aFloodIsCutOff() throws Exception {
        script("yes");

        assertFails("scripts:check printed more than 1000 bytes and was killed");
    }

    @Test
    void aCallThatHangsIsKilledWhenItsTimeIsUp() throws Exception {
        script("sleep 600");

        var soon = Deadline.in(Duration.ofMillis(400), Ticker.system());

        assertThatThrownBy(() -> scripts().call("check", Json.MAPPER.createObjectNode(), soon))
                .isInstanceOf(ScriptFailed.class).hasMessageStartingWith("scripts:check was killed after ");
    }

    private void assertFails(String sentence) {
        assertThatThrownBy(() -> call("check", "{}")).isInstanceOf(ScriptFailed.class).hasMessage(sentence);
    }

    private void script(String body) throws IOException {
        ScriptFiles.executable(root.resolve("scripts/check.sh"), body);
    }

    private JsonNode call(String name, String document) throws ScriptFailed, InterruptedException {
        return scripts().call(name, (ObjectNode) json(document), Scripts.inTime());
    }

    private Scripts scripts() {
        return new ProjectScripts(new ScriptFolder(root.resolve("scripts")), new ScriptHost(HostSettings.DEFAULT), 1000,
                new ExecutableScripts(root, Map.of("PATH", System.getenv("PATH")), new Commands(4, null), 1000));
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
