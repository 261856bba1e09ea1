package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.agui.PatchedDocument.PatchFailed;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests RFC 6902, including its appendix A. */
class PatchedDocumentTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"foo":"bar"}                   | [{"op":"add","path":"/baz","value":"qux"}]                 | {"foo":"bar","baz":"qux"}
            {"foo":["bar","baz"]}           | [{"op":"add","path":"/foo/1","value":"qux"}]               | {"foo":["bar","qux","baz"]}
            {"baz":"qux","foo":"bar"}       | [{"op":"remove","path":"/baz"}]                            | {"foo":"bar"}
            {"foo":["bar","qux","baz"]}     | [{"op":"remove","path":"/foo/1"}]                          | {"foo":["bar","baz"]}
            {"baz":"qux","foo":"bar"}       | [{"op":"replace","path":"/baz","value":"boo"}]             | {"baz":"boo","foo":"bar"}
            {"foo":{"a":1},"qux":{}}        | [{"op":"move","from":"/foo/a","path":"/qux/b"}]            | {"foo":{},"qux":{"b":1}}
            {"foo":["all","grass","cows"]}  | [{"op":"move","from":"/foo/1","path":"/foo/2"}]            | {"foo":["all","cows","grass"]}
            {"a":[1],"b":{}}                | [{"op":"copy","from":"/a","path":"/b/c"},{"op":"add","path":"/a/-","value":2}] | {"a":[1,2],"b":{"c":[1]}}
            {"baz":"qux","n":1}             | [{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/n","value":1.0}] | {"baz":"qux","n":1}
            {"foo":"bar"}                   | [{"op":"add","path":"/child","value":{"grand":{}}}]        | {"foo":"bar","child":{"grand":{}}}
            {"foo":"bar"}                   | [{"op":"add","path":"/baz","value":"qux","xyz":123}]       | {"foo":"bar","baz":"qux"}
            {"/":9,"~1":10}                 | [{"op":"test","path":"/~01","value":10},{"op":"remove","path":"/~1"}] | {"~1":10}
            {"foo":["bar"]}                 | [{"op":"add","path":"/foo/-","value":["abc"]}]             | {"foo":["bar",["abc"]]}
            {"foo":1}                       | [{"op":"replace","path":"","value":[]}]                    | []
            {"foo":1}                       | [{"op":"add","path":"/bar","value":null}]                  | {"foo":1,"bar":null}
            {"foo":1}                       | [{"op":"move","from":"/foo","path":"/foo"}]                | {"foo":1}
            {"":1}                          | [{"op":"replace","path":"/","value":2}]                    | {"":2}
            {"foo":1}                       | []                                                         | {"foo":1}
            """)
    void applies(String document, String patch, String expected) throws Exception {
        JsonNode before = Json.MAPPER.readTree(document);

        JsonNode after = patched(before, Json.MAPPER.readTree(patch));

        assertThat(after).isEqualTo(Json.MAPPER.readTree(expected));
        assertThat(before).isEqualTo(Json.MAPPER.readTree(document));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"op":"add","path":"/baz/bat","value":1}        | there is no '/baz/bat'
            {"op":"add","path":"/foo/3","value":1}          | there is no '/foo/3'
            {"op":"add","path":"/foo/01","value":1}         | there is no '/foo/01'
            {"op":"remove","path":"/foo/-"}                 | there is no '/foo/-'
            {"op":"remove","path":""}                       | the whole document can't be removed
            {"op":"replace","path":"/bar","value":1}        | there is no '/bar'
            {"op":"test","path":"/foo/0","value":"1"}       | the test of '/foo/0' failed
            {"op":"test","path":"/bar","value":null}        | there is no '/bar'
            {"op":"copy","from":"/bar","path":"/x"}         | there is no '/bar'
            {"op":"move","from":"/foo","path":"/foo/0"}     | '/foo' can't move into itself
            """)
    void refuses(String operation, String why) {
        JsonNode before = Json.MAPPER.readTree("{\"foo\":[1,2]}");
        JsonNode patch = Json.MAPPER.readTree("[{\"op\":\"add\",\"path\":\"/new\",\"value\":1}," + operation + "]");

        assertThatThrownBy(() -> patched(before, patch)).isInstanceOf(PatchFailed.class).hasMessage(
                "operation 2: " + why);
        assertThat(before).hasToString("{\"foo\":[1,2]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'op':'add','path':'/a/0','value':9}", "{'op':'add','path':'/o/x','value':9}",
        "{'op':'add','path':'/o/y','value':9}", "{'op':'add','path':'','value':9}", "{'op':'remove','path':'/a/1'}",
        "{'op':'remove','path':'/o/x'}", "{'op':'replace','path':'/a/1','value':9}",
        "{'op':'replace','path':'/o/x','value':9}", "{'op':'replace','path':'','value':9}",
        "{'op':'move','from':'/a/2','path':'/o/x'}", "{'op':'move','from':'/o','path':'/a/0'}",
        "{'op':'copy','from':'/a','path':'/o/x'}", "{'op':'copy','from':'/o','path':'/a/-'}"})
    void aPatchThatFailsLeavesNothingBehind(String operation) throws Exception {
        JsonNode before = Json.MAPPER.readTree("{\"a\":[1,2,3],\"o\":{\"x\":1}}");
        var document = new PatchedDocument(before, new PatchWeight());
        String twice = operation.replace('\'', '"') + "," + operation.replace('\'', '"');

        assertThatThrownBy(() -> document.apply(read(Json.MAPPER.readTree("[" + twice
                + ",{\"op\":\"remove\",\"path\":\"/never\"}]"))))
                .isInstanceOf(PatchFailed.class);

        assertThat(document.root()).isEqualTo(before);
    }

    @Test
    void whatAnEventSaysIsNotChangedByLaterPatches() throws Exception {
        JsonNode first = Json.MAPPER.readTree("[{\"op\":\"add\",\"path\":\"/a\",\"value\":[1]}]");
        var document = new PatchedDocument(Json.MAPPER.readTree("{}"), new PatchWeight());

        document.apply(read(first));
        document.apply(read(Json.MAPPER.readTree("[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":2}]")));

        assertThat(document.root()).hasToString("{\"a\":[1,2]}");
        assertThat(first.at("/0/value")).hasToString("[1]");
    }

    @Test
    void patchesThatTogetherCopyTooMuchAreStopped() throws Exception {
        JsonNode before = Json.MAPPER.readTree("{\"a\":\"" + "x".repeat(1 << 20) + "\"}");
        JsonNode copy = Json.MAPPER.readTree("[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]");
        var document = new PatchedDocument(before, new PatchWeight());
        for (int n = 0; n < 63; n++) {
            document.apply(read(copy));
        }

        assertThatThrownBy(() -> document.apply(read(copy))).isInstanceOf(PatchFailed.class)
                .hasMessage("operation 1: the patches of this run would copy more than 64 MiB");
    }

    private static JsonNode patched(JsonNode document, JsonNode operations) throws PatchFailed, StreamBroken {
        var patched = new PatchedDocument(document, new PatchWeight());
        patched.apply(read(operations));
        return patched.root();
    }

    private static List<PatchOperation> read(JsonNode operations) throws StreamBroken {
        return PatchOperation.read(new EventFields("event", Json.MAPPER.createObjectNode().set("patch", operations)),
                "patch",
                new Warnings(event -> {}));
    }

    @Test
    void aPatchThatDoublesTheStateWithEachOperationIsStopped() {
        String doubling = ",{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"}".repeat(100).substring(1);

        assertThatThrownBy(() -> patched(Json.MAPPER.readTree("{\"a\":[\"x\"]}"), Json.MAPPER.readTree("["
                + doubling + "]"))).isInstanceOf(PatchFailed.class)
                .hasMessageMatching("operation \\d+: the patches of this run would copy more than 64 MiB");
    }

    @Test
    void aStateThatNestsTooDeepToBeStoredIsStopped() {
        var patch = new StringBuilder("[{\"op\":\"add\",\"path\":\"/a\",\"value\":{}}");
        for (int depth = 2; depth < 600; depth++) {
            patch.append(",{\"op\":\"add\",\"path\":\"").append("/a".repeat(depth)).append("\",\"value\":{}}");
        }

        assertThatThrownBy(() -> patched(Json.MAPPER.readTree("{}"), Json.MAPPER.readTree(patch + "]")))
                .isInstanceOf(PatchFailed.class).hasMessage("operation 250: the state would nest deeper than 250");
    }
}
