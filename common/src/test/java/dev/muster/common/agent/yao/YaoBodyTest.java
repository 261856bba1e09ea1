package dev.muster.common.agent.yao;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.yao.YaoProtocol.YaoBody;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class YaoBodyTest {

    private static final List<Message> HELLO = List.of(Message.user("Hello"));

    @Test
    void aBodyIsOpenAisAndLeavesNoHistoryBehind() throws Exception {
        assertThat(YaoBody.of(Requests.with(HELLO, Options.NONE))).isEqualTo(json("""
                {"messages":[{"role":"user","content":"Hello"}],"stream":true,"stream_options":{"include_usage":true},
                 "skip":{"history":true}}"""));
    }

    @Test
    void theCasesOptionsTravelAlongAndWin() throws Exception {
        var options = new Options("gpt", Map.of("history", false, "trace", true), json("{\"need_search\":true}"),
                "task", Map.of("test", json("{\"id\":7}")));

        JsonNode body = YaoBody.of(Requests.with(HELLO, options));

        assertThat(body.get("model")).isEqualTo(json("\"gpt\""));
        assertThat(body.get("skip")).isEqualTo(json("{\"history\":false,\"trace\":true}"));
        assertThat(body.get("search")).isEqualTo(json("{\"need_search\":true}"));
        assertThat(body.get("metadata")).isEqualTo(json("{\"test\":{\"id\":7}}"));
        assertThat(body.has("mode")).isFalse();
    }

    @Test
    void noSearchIsSaidInTheWordsThatServersRead() throws Exception {
        assertThat(YaoBody.of(Requests.with(HELLO, search(Map.of()))).get("skip")).isEqualTo(json(
                "{\"history\":true,\"search\":true}"));
        assertThat(YaoBody.of(Requests.with(HELLO, search(Map.of("search", false)))).get("skip")).isEqualTo(json(
                "{\"history\":true,\"search\":false}"));
    }

    @Test
    void theAgentsConnectorGivesWayToTheCases() throws Exception {
        var endpoint = new Endpoint("http://a/v1", Map.of(), "own", "Be brief.", true, "expense");

        JsonNode own = YaoBody.of(request(endpoint, Options.NONE));

        assertThat(own.get("model")).isEqualTo(json("\"own\""));
        assertThat(own.at("/messages/0")).isEqualTo(json("{\"role\":\"system\",\"content\":\"Be brief.\"}"));
        assertThat(YaoBody.of(request(endpoint, Options.NONE.withConnector("other"))).get("model")).isEqualTo(json(
                "\"other\""));
    }

    @Test
    void aHistoryWithToolsIsSentWhole() throws Exception {
        var call = new ToolCall("c1", "find", json("{\"q\":\"x\"}"));
        List<Message> messages = List.of(new Message("assistant", List.of(), List.of(call), null), new Message("tool",
                List.of(new ContentPart.Text("found")), List.of(), "c1"));

        assertThat(YaoBody.of(Requests.with(messages, Options.NONE)).get("messages")).isEqualTo(json("""
                [{"role":"assistant","tool_calls":[
                   {"id":"c1","type":"function","function":{"name":"find","arguments":"{\\"q\\":\\"x\\"}"}}]},
                 {"role":"tool","tool_call_id":"c1","content":"found"}]"""));
    }

    @Test
    void attachmentsAreContentPartsAndFilesHaveAnAddress() throws Exception {
        var message = user(new ContentPart.Text("Look"), media("image", null, "AAA=", "image/png", null), media("audio",
                null, "BBB=", "audio/mpeg", null), media("file", null, "CCC=", "application/pdf", "bill.pdf"),
                media(
                        "file", "https://a/b.pdf", null, "application/pdf", null));

        assertThat(YaoBody.of(Requests.with(List.of(message), Options.NONE)).at("/messages/0/content")).isEqualTo(json(
                """
                        [{"type":"text","text":"Look"},
                         {"type":"image_url","image_url":{"url":"data:image/png;base64,AAA="}},
                         {"type":"input_audio","input_audio":{"data":"BBB=","format":"mp3"}},
                         {"type":"file","file":{"url":"data:application/pdf;base64,CCC=","filename":"bill.pdf"}},
                         {"type":"file","file":{"url":"https://a/b.pdf"}}]"""));
    }

    @Test
    void audioByAddressIsRefusedWithASentence() {
        var message = user(media("audio", "http://a/b.mp3", null, "audio/mpeg", null));

        assertThatThrownBy(() -> YaoBody.of(Requests.with(List.of(message), Options.NONE))).isInstanceOf(
                UnsendableContent.class).hasMessageContaining("take audio only as data");
    }

    private static Options search(Map<String, Boolean> skip) {
        return new Options(null, skip, json("false"), null, Map.of());
    }

    private static AgentRequest request(Endpoint endpoint, Options options) {
        return new AgentRequest(endpoint, "t", "r", HELLO, options, StreamBounds.DEFAULT);
    }

    private static Message user(ContentPart... parts) {
        return new Message("user", List.of(parts), List.of(), null);
    }

    private static ContentPart media(String kind, @Nullable String url, @Nullable String data, String mimeType,
            @Nullable String filename) {
        return new ContentPart.Media(kind, url, data, mimeType, filename);
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
