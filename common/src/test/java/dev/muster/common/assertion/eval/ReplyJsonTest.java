package dev.muster.common.assertion.eval;

import static dev.muster.common.assertion.eval.Replies.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", " \n{\"a\":1}\n", "```json\n{\"a\":1}\n```", "```\n{\"a\":1}\n```",
        "Sure:\n\n```json\n{\"a\":1}\n```\nAnything else?", "```sh\nls\n```\nthen\n```json\n{\"a\":1}\n```"})
    void jsonIsFoundInTheWholeTextOrInAFence(String text) {
        assertThat(ReplyJson.in(text)).contains(json("{\"a\":1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Hello", "42 items", "{\"a\":1} and more", "```json\n{\"a\":1}", "```", "```\n```",
        "```json\nno\n```", "true story", "{\"a\":", "\u0000", "[1,]"})
    void otherTextIsNoJson(String text) {
        assertThat(ReplyJson.in(text)).isEmpty();
    }

    @Test
    void nestingWithoutEndIsNoJson() {
        assertThat(ReplyJson.in("[".repeat(1_000_000))).isEmpty();
    }
}
