package dev.muster.common.agent.yao;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests each {@code delta_action} at each kind of {@code delta_path}. */
class DeltaTest {

    private final Chunks chunks = new Chunks();

    @Test
    void appendWithoutAPathAddsToEachMember() throws Exception {
        assertThat(built("{\"a\":\"x\",\"l\":[1]}", delta("append", "", "{\"a\":\"y\",\"l\":[2],\"n\":true}"), delta(
                "append", "", "{\"a\":\"z\",\"l\":3}"))).isEqualTo(json("{\"a\":\"xyz\",\"l\":[1,2,3],\"n\":true}"));
    }

    @Test
    void appendAtAPathAddsToTextOrListThere() throws Exception {
        assertThat(built("{\"card\":{\"t\":\"x\",\"rows\":[1]}}", delta("append", "card.t", "{\"card\":{\"t\":\"y\"}}"),
                delta("append", "card.rows", "{\"card\":{\"rows\":[2,3]}}"), delta("append", "card.new",
                        "{\"card\":{\"new\":\"n\"}}")))
                .isEqualTo(json(
                        "{\"card\":{\"t\":\"xy\",\"rows\":[1,2,3],\"new\":\"n\"}}"));
    }

    @Test
    void replaceWithoutAPathReplacesAll() throws Exception {
        assertThat(built("{\"a\":1,\"b\":2}", delta("replace", "", "{\"a\":3}"))).isEqualTo(json("{\"a\":3}"));
    }

    @Test
    void replaceAtAPathReplacesWhatIsThere() throws Exception {
        assertThat(built("{\"a\":{\"b\":{\"c\":1}},\"k\":0}", delta("replace", "a.b", "{\"a\":{\"b\":\"now text\"}}")))
                .isEqualTo(json("{\"a\":{\"b\":\"now text\"},\"k\":0}"));
    }

    @Test
    void mergeWithoutAPathGoesIntoObjectsAndReplacesTheRest() throws Exception {
        assertThat(built("{\"m\":{\"step\":1,\"deep\":{\"a\":1}},\"l\":[1]}", delta("merge", "",
                "{\"m\":{\"progress\":50,\"deep\":{\"b\":2}},\"l\":[2]}"))).isEqualTo(json(
                        "{\"m\":{\"step\":1,\"progress\":50,\"deep\":{\"a\":1,\"b\":2}},\"l\":[2]}"));
    }

    @Test
    void mergeAtAPathGoesIntoTheObjectThere() throws Exception {
        assertThat(built("{\"a\":{\"m\":{\"x\":1}}}", delta("merge", "a.m", "{\"a\":{\"m\":{\"y\":2}}}"), delta("merge",
                "b.m", "{\"b\":{\"m\":{\"z\":3}}}"))).isEqualTo(json(
                        "{\"a\":{\"m\":{\"x\":1,\"y\":2}},\"b\":{\"m\":{\"z\":3}}}"));
    }

    @Test
    void setAddsMembersAndMakesTheContainersOnTheWay() throws Exception {
        assertThat(built("{\"k\":1}", delta("set", "", "{\"n\":2}"), delta("set", "items.0.name",
                "{\"items\":[{\"name\":\"one\"}]}"),
                delta("set", "items.1.name",
                        "{\"items\":[null,{\"name\":\"two\"}]}"),
                delta("set", "items[0].price", "{\"items\":[{\"price\":5}]}"))).isEqualTo(json(
                        "{\"k\":1,\"n\":2,\"items\":[{\"name\":\"one\",\"price\":5},{\"name\":\"two\"}]}"));
    }

    @Test
    void aPathMayBeginWithPropsAndTheValueMayStandAlone() throws Exception {
        assertThat(built("{\"content\":\"a\"}", delta("append", "props.content", "{\"content\":\"b\"}"), delta("append",
                "data.note", "{\"content\":\"c\"}"))).isEqualTo(json(
                        "{\"content\":\"ab\",\"data\":{\"note\":\"c\"}}"));
    }

    @Test
    void textThatGrewCanBeReplacedMergedOverAndReadAsText() throws Exception {
        assertThat(built("{\"a\":\"1\",\"b\":{\"c\":\"1\"}}", delta("append", "", "{\"a\":\"2\"}"), delta("append",
                "b.c", "{\"b\":{\"c\":\"2\"}}"), delta("merge", "", "{\"a\":{\"x\":1}}"))).isEqualTo(json(
                        "{\"a\":{\"x\":1},\"b\":{\"c\":\"12\"}}"));
    }

    @Test
    void aChunkThatIsNoDeltaOrChangesTheTypeSaysTheMessageAnew() throws Exception {
        assertThat(built("{\"a\":1}", Chunks.whole("image", "M1", "{\"url\":\"u\"}"))).isEqualTo(json(
                "{\"url\":\"u\"}"));
        assertThat(chunks.reply(Chunks.whole("loading", "M1", "{\"message\":\"…\"}"),
                "{\"type\":\"text\",\"message_id\":\"M1\",\"delta\":true,\"type_change\":true,"
                        + "\"props\":{\"content\":\"Here\"}}",
                Chunks.piece("text", "M1", " it is"), Chunks.END).content().text()).isEqualTo("Here it is");
    }

    @Test
    void whatHasNoPlaceIsAWarningAndChangesNothing() throws Exception {
        for (String delta : List.of(delta("set", "l.7", "{\"l\":[0,0,0,0,0,0,0,1]}"), delta("set", "s.x",
                "{\"s\":{\"x\":1}}"), delta("set", "l.name", "{\"l\":{\"name\":1}}"),
                delta("append", "n",
                        "{\"n\":\"x\"}"),
                delta("append", "s", "{\"s\":5}"), delta("set", "a.b", "{\"a\":{\"c\":1}}"), delta("set", "a..b",
                        "{\"a\":1}"),
                delta("set", "a" + ".a".repeat(5000), "{\"b\":1}"))) {
            var reply = chunks.reply(Chunks.whole("image", "M1", "{\"s\":\"t\",\"l\":[1],\"n\":1}"), delta, Chunks.END);

            assertThat(reply.warnings()).as(delta).singleElement().asString()
                    .startsWith("a delta of type image could not be applied: ");
            assertThat(reply.content().custom().getFirst().get("value")).as(delta).isEqualTo(json(
                    "{\"s\":\"t\",\"l\":[1],\"n\":1}"));
        }
    }

    @Test
    void anActionThatIsNotKnownBreaksTheProtocol() {
        assertThatThrownBy(() -> chunks.reply(delta("prepend", "", "{}"))).isInstanceOf(StreamBroken.class)
                .hasMessage("delta_action of a chunk is 'prepend', but must be append, replace, merge or set");
    }

    @Test
    void aLongTextOfManyPiecesIsNotCopiedForEach() {
        var pieces = new ArrayList<String>();
        pieces.add(Chunks.piece("text", "M1", "x".repeat(4 << 20)));
        IntStream.range(0, 20_000).forEach(i -> pieces.add(Chunks.piece("text", "M1", "y")));
        pieces.add(Chunks.END);

        Assertions.assertTimeout(Duration.ofSeconds(5), () -> assertThat(chunks.reply(pieces.toArray(String[]::new))
                .content().text()).hasSize((4 << 20) + 20_000));
    }

    private JsonNode built(String first, String... deltas) throws StreamBroken {
        var all = new ArrayList<>(List.of(Chunks.whole("image", "M1", first)));
        all.addAll(List.of(deltas));
        all.add(Chunks.END);
        var reply = chunks.reply(all.toArray(String[]::new));
        assertThat(reply.warnings()).isEmpty();
        assertThat(reply.content().custom()).hasSize(1);
        return reply.content().custom().getFirst().get("value");
    }

    private static String delta(String action, String path, String props) {
        return Chunks.delta("image", "M1", action, path, props);
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
