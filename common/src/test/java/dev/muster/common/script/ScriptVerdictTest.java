package dev.muster.common.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.common.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptVerdictTest {

    @Test
    void everySpellingOfAVerdictIsRead() throws Exception {
        for (var each : List.of(new Spelling("true", new ScriptVerdict(true, null, null)),
                new Spelling("false", new ScriptVerdict(false, null, null)),
                new Spelling("{\"pass\":false,\"message\":\"too high\"}", new ScriptVerdict(false, "too high", null)),
                new Spelling("{\"passed\":true,\"reason\":\"fine\",\"score\":0.9}",
                        new ScriptVerdict(true, "fine", 0.9)))) {
            assertThat(ScriptVerdict.of("x", Json.MAPPER.readTree(each.text()))).isEqualTo(each.verdict());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "1", "\"true\"", "[true]", "{\"passed\":\"yes\"}"})
    void anythingElseIsNone(String text) {
        assertThatThrownBy(() -> ScriptVerdict.of("a.b", Json.MAPPER.readTree(text))).isInstanceOf(ScriptFailed.class)
                .hasMessageStartingWith("scripts:a.b gave no verdict");
    }

    private record Spelling(String text, ScriptVerdict verdict) {}
}
