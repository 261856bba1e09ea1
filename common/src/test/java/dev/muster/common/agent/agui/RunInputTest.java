package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RunInputTest {

    @Test
    void theMembersThatOldServersInsistOnAreAlwaysThereAndNothingElse() {
        assertThat(input(List.of(Message.user("Hello")), Options.NONE)).isEqualTo(json("""
                {"threadId":"thread-1","runId":"run-1","protocolVersion":"1.1",
                 "messages":[{"id":"thread-1-0","role":"user","content":"Hello"}],
                 "tools":[],"context":[],"state":{},"forwardedProps":{}}"""));
    }

    @Test
    void theVersionIsLeftOutForServersThatForbidIt() {
        var request = new AgentRequest(new Endpoint("http://a/", Map.of(), null, null, false, null), "t", "r",
                List.of(),
                Options.NONE, StreamBounds.DEFAULT);

        assertThat(new RunInput(request).json().has("protocolVersion")).isFalse();
    }

    @Test
    void aHistoryWithToolsIsSentWhole() {
        var call = new ToolCall("c1", "find", json("{\"q\":\"x\"}"));
        var broken = new ToolCall("c2", "find", json("\"{oops\""));
        List<Message> messages = List.of(message("system", "Be brief."), message("user", "Find x"), new Message(
                "assistant", List.of(), List.of(call, broken), null),
                new Message("tool", List.of(new ContentPart.Text(
                        "found")), List.of(), "c1"),
                message("assistant", "Here."), message("developer", "dev"));

        assertThat(input(messages, Options.NONE).get("messages")).isEqualTo(json("""
                [{"id":"thread-1-0","role":"system","content":"Be brief."},
                 {"id":"thread-1-1","role":"user","content":"Find x"},
                 {"id":"thread-1-2","role":"assistant","toolCalls":[
                   {"id":"c1","type":"function","function":{"name":"find","arguments":"{\\"q\\":\\"x\\"}"}},
                   {"id":"c2","type":"function","function":{"name":"find","arguments":"{oops"}}]},
                 {"id":"thread-1-3","role":"tool","content":"found","toolCallId":"c1"},
                 {"id":"thread-1-4","role":"assistant","content":"Here."},
                 {"id":"thread-1-5","role":"developer","content":"dev"}]"""));
    }

    @Test
    void theIdsThatWereSentAreKnown() {
        var sent = new RunInput(Requests.with(List.of(message("user", "a"), new Message("assistant", List.of(), List
                .of(new ToolCall("c1", "find", json("{}"))), null)), Options.NONE)).sent();

        assertThat(sent.ids()).containsExactlyInAnyOrder("thread-1-0", "thread-1-1", "c1");
    }

    @Test
    void partsAreMapped() {
        var message = new Message("user", List.of(new ContentPart.Text("Look"), media("image", "http://a/b.png", null,
                "image/png", null), media("audio", null, "AAA=", "audio/wav", null),
                media("file", null, "BBB=",
                        "application/pdf", "bill.pdf"),
                media("file", "http://a/c.mp4", null, "video/mp4", null)),
                List
                        .of(),
                null);

        assertThat(input(List.of(message), Options.NONE).at("/messages/0/content")).isEqualTo(json("""
                [{"type":"text","text":"Look"},
                 {"type":"image","source":{"type":"url","value":"http://a/b.png","mimeType":"image/png"}},
                 {"type":"audio","source":{"type":"data","value":"AAA=","mimeType":"audio/wav"}},
                 {"type":"document","source":{"type":"data","value":"BBB=","mimeType":"application/pdf"},
                  "metadata":{"filename":"bill.pdf"}},
                 {"type":"video","source":{"type":"url","value":"http://a/c.mp4","mimeType":"video/mp4"}}]"""));
    }

    @Test
    void whatAnAgentSaidKeepsItsIdAndItsUnansweredCallsAreKnown() {
        var called = new Message("assistant", List.of(), List.of(new ToolCall("c1", "find", json("{}")), new ToolCall(
                "c2", "find", json("{}"))), null, "m");
        var result = new Message("tool", List.of(new ContentPart.Text("x")), List.of(), "c1", "r");
        var request = Requests.with(List.of(Message.user("a"), called, result, Message.tool("c3", "y")), Options.NONE);

        var input = new RunInput(request);

        assertThat(input.json().get("messages")).extracting(message -> message.path("id").stringValue())
                .containsExactly("thread-1-0", "m", "r", "thread-1-3");
        assertThat(input.sent().openCalls()).containsExactly("c2");
    }

    @Test
    void offeredToolsHaveAllThreeMembers() {
        var request = Requests.with(List.of(), Options.NONE).withTools(List.of(new ToolOffer("bare", null, null),
                new ToolOffer("full", "Finds", json("{\"type\":\"object\",\"required\":[\"q\"]}"))));

        var input = new RunInput(request);

        assertThat(input.json().get("tools")).isEqualTo(json("""
                [{"name":"bare","description":"","parameters":{"type":"object","properties":{}}},
                 {"name":"full","description":"Finds","parameters":{"type":"object","required":["q"]}}]"""));
        assertThat(input.sent().offered()).containsExactlyInAnyOrder("bare", "full");
    }

    @Test
    void stateAndParentRunAreSent() {
        var request = Requests.following(
                Requests.withState(Requests.with(List.of(), Options.NONE), json("{\"a\":1}")), "run-0");

        var json = new RunInput(request).json();

        assertThat(json.get("state")).isEqualTo(json("{\"a\":1}"));
        assertThat(json.path("parentRunId").stringValue()).isEqualTo("run-0");
    }

    @Test
    void interruptsAreAnsweredInResume() {
        var request = Requests.resuming(Requests.with(List.of(), Options.NONE),
                List.of(new Resume("i1", true, json("\"yes\""),
                        false), new Resume("i2", false, null, false)));

        var json = new RunInput(request).json();

        assertThat(json.get("resume")).isEqualTo(json("""
                [{"interruptId":"i1","status":"resolved","payload":"yes"},
                 {"interruptId":"i2","status":"cancelled"}]"""));
        assertThat(json.get("forwardedProps")).isEqualTo(json("{}"));
    }

    @Test
    void interruptsOfOlderServersAreAnsweredInForwardedProps() {
        var one = Requests.resuming(Requests.with(List.of(), Options.NONE),
                List.of(new Resume("a", true, json("{\"ok\":1}"),
                        true)));
        var two = Requests.resuming(one,
                List.of(new Resume("a", true, json("1"), true), new Resume("b", false, null, true)));

        assertThat(new RunInput(one).json().has("resume")).isFalse();
        assertThat(new RunInput(one).json().get("forwardedProps")).isEqualTo(json(
                "{\"command\":{\"resume\":{\"ok\":1}}}"));
        assertThat(new RunInput(two).json().at("/forwardedProps/command/resume")).isEqualTo(json(
                "{\"a\":1,\"b\":null}"));
    }

    @Test
    void optionsTravelInForwardedProps() {
        var options = new Options("gpt", Map.of("history", true), json("\"web\""), "fast", Map.of("k", json("[1]")));

        assertThat(input(List.of(), options).get("forwardedProps")).isEqualTo(json("""
                {"connector":"gpt","skip":{"history":true},"search":"web","mode":"fast","metadata":{"k":[1]}}"""));
    }

    private static JsonNode input(List<Message> messages, Options options) {
        return new RunInput(Requests.with(messages, options)).json();
    }

    private static Message message(String role, String text) {
        return new Message(role, List.of(new ContentPart.Text(text)), List.of(), null);
    }

    private static ContentPart media(String kind, @Nullable String url, @Nullable String data, String mimeType,
            @Nullable String filename) {
        return new ContentPart.Media(kind, url, data, mimeType, filename);
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }
}
