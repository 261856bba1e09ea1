package dev.muster.common.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ChatBodyTest {

    @Test
    void modelAndInstructionsComeFromTheEndpointAndOptionsAreNotSent() throws Exception {
        var request = new AgentRequest(new Endpoint("http://a/v1", Map.of(), "gpt", "Be brief.", true, null), "t", "r",
                List
                        .of(Message.user("Hello")),
                new Options("gpt", Map.of("history", true), null, "fast", Map.of("k", json(
                        "1"))),
                StreamBounds.DEFAULT);

        assertThat(ChatBody.of(request)).isEqualTo(json("""
                {"model":"gpt","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hello"}],
                 "stream":true,"stream_options":{"include_usage":true}}"""));
    }

    @Test
    void withoutModelAndInstructionsThereAreNone() throws Exception {
        assertThat(body(List.of())).isEqualTo(json("""
                {"messages":[],"stream":true,"stream_options":{"include_usage":true}}"""));
    }

    @Test
    void aHistoryWithToolsIsSentWhole() throws Exception {
        var call = new ToolCall("c1", "find", json("{\"q\":\"x\"}"));
        List<Message> messages = List.of(new Message("assistant", List.of(), List.of(call), null), new Message("tool",
                List.of(new ContentPart.Text("found")), List.of(), "c1"),
                new Message("assistant", List.of(), List.of(),
                        null),
                new Message("developer", List.of(new ContentPart.Text("dev")), List.of(), null));

        assertThat(body(messages).get("messages")).isEqualTo(json("""
                [{"role":"assistant","tool_calls":[
                   {"id":"c1","type":"function","function":{"name":"find","arguments":"{\\"q\\":\\"x\\"}"}}]},
                 {"role":"tool","tool_call_id":"c1","content":"found"},
                 {"role":"assistant","content":""},{"role":"developer","content":"dev"}]"""));
    }

    @Test
    void toolsAreOffered() throws Exception {
        var request = Requests.with(List.of(), Options.NONE).withTools(List.of(new ToolOffer("bare", null, null),
                new ToolOffer("full", "Finds", json("{\"type\":\"object\",\"required\":[\"q\"]}"))));

        assertThat(ChatBody.of(request).get("tools")).isEqualTo(json("""
                [{"type":"function","function":{"name":"bare","parameters":{"type":"object","properties":{}}}},
                 {"type":"function","function":{"name":"full","description":"Finds",
                  "parameters":{"type":"object","required":["q"]}}}]"""));
    }

    @Test
    void theStateIsAPartOfTheLastMessageOfTheUser() throws Exception {
        var image = user(media("image", "http://a/b.png", null, "image/png", null));
        var messages = List.of(Message.user("first"), image, Message.tool("c", "x"));

        assertThat(ChatBody.of(Requests.withState(Requests.with(messages, Options.NONE), json("{\"a\":1}")))
                .get("messages"))
                .isEqualTo(json("""
                        [{"role":"user","content":"first"},
                         {"role":"user","content":[{"type":"image_url","image_url":{"url":"http://a/b.png"}},
                          {"type":"text","text":"{\\"a\\":1}"}]},
                         {"role":"tool","tool_call_id":"c","content":"x"}]"""));
        assertThat(ChatBody.of(Requests.withState(Requests.with(List.of(), Options.NONE), json("{}"))).get("messages"))
                .isEmpty();
    }

    @Test
    void partsAreMapped() throws Exception {
        var message = user(new ContentPart.Text("Look"), media("image", "http://a/b.png", null, "image/png", null),
                media("image", null, "AAA=", "image/png", null), media("audio", null, "BBB=", "audio/mpeg", null),
                media("audio", null, "BBB=", "audio/x-wav", null), media("file", null, "CCC=", "application/pdf",
                        "bill.pdf"));

        assertThat(body(List.of(message)).at("/messages/0/content")).isEqualTo(json("""
                [{"type":"text","text":"Look"},{"type":"image_url","image_url":{"url":"http://a/b.png"}},
                 {"type":"image_url","image_url":{"url":"data:image/png;base64,AAA="}},
                 {"type":"input_audio","input_audio":{"data":"BBB=","format":"mp3"}},
                 {"type":"input_audio","input_audio":{"data":"BBB=","format":"wav"}},
                 {"type":"file","file":{"filename":"bill.pdf","file_data":"data:application/pdf;base64,CCC="}}]"""));
    }

    @Test
    void whatChatCompletionsHaveNoPlaceForIsRefusedWithASentence() {
        assertThatThrownBy(() -> body(List.of(user(media("audio", "http://a/b.mp3", null, "audio/mpeg", null)))))
                .isInstanceOf(UnsendableContent.class).hasMessage(
                        "chat completions take audio only as data; write file://… instead of an address");
        assertThatThrownBy(() -> body(List.of(user(media("file", "http://a/b.pdf", null, "application/pdf", null)))))
                .isInstanceOf(UnsendableContent.class).hasMessageContaining("take files only as data");
    }

    private static JsonNode body(List<Message> messages) throws UnsendableContent {
        return ChatBody.of(Requests.with(messages, Options.NONE));
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
