package dev.muster.common.agent.langgraph;

import module java.base;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.http.AnswerFuzzContract;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.mapping.AnswerPaths;
import dev.muster.common.assertion.eval.AssertionFault;
import tools.jackson.databind.node.JsonNodeFactory;

/** Any stream of a run gives an outcome, in time. */
class GraphFuzzTest extends AnswerFuzzContract {

    static Stream<byte[]> seeds() {
        return bytes("""
                event: values
                data: {"messages":[{"type":"human","content":"hi"}]}

                event: messages
                data: [{"type":"ai","id":"a","content":"","tool_call_chunks":[{"index":0,"id":"c","name":"f","args":"{"}]},{}]

                event: values
                data: {"messages":[{"type":"ai","id":"a","content":[{"type":"text","text":"x"}],"tool_calls":[{"name":"f"}]}]}

                """,
                "event: updates\ndata: {\"__interrupt__\":[{\"id\":\"q\",\"value\":{\"actionRequests\":[{\"name\":1}]}}]}\n\n",
                "event: values\ndata: [1]\n\nevent: messages\ndata: 7\n\nevent: values|a\ndata: {\"messages\":{\"a\":[]}}\n\n",
                "event: values\ndata: {\"messages\":[null,7,{\"type\":\"tool\",\"tool_call_id\":\"c\",\"content\":{}}]}\n\n",
                "event: error\ndata: {\"error\":\"E\",\"message\":7}\n\n");
    }

    @Override
    protected AnswerReader reader(ReplyAssembler reply) {
        try {
            return new GraphAnswer(Requests.to("http://h"), JsonNodeFactory.instance.objectNode(), reply,
                    AnswerPaths.of(GraphBrokenServerTest.STREAM).inState());
        } catch (AssertionFault e) {
            throw new IllegalStateException(e);
        }
    }
}
