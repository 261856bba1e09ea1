package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.http.AnswerFuzzContract;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.ReplyAssembler;

/** Any input from a server gives an outcome, in time. */
class OpenAiFuzzTest extends AnswerFuzzContract {

    static Stream<byte[]> seeds() {
        return bytes("""
                data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}

                data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: [DONE]

                """,
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\","
                        + "\"arguments\":\"{}\"}}]}}],\"usage\":{\"prompt_tokens\":1}}\n\n"
                        + "data: {\"choices\":[{\"delta\":{\"refusal\":\"no\"},\"finish_reason\":\"tool_calls\"}]}\n\n",
                "data: {\"error\":{\"message\":\"no\",\"code\":1}}\n\n",
                ":comment\nid: 1\nevent: x\nretry: 5\ndata\n\n");
    }

    @Override
    protected AnswerReader reader(ReplyAssembler reply) {
        return new OpenAiAnswer(0, reply);
    }
}
