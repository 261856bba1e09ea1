package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.http.AnswerFuzzContract;
import dev.muster.common.agent.http.AnswerReader;
import dev.muster.common.agent.http.ReplyAssembler;

/** Any input from a server gives an outcome, in time. */
class YaoFuzzTest extends AnswerFuzzContract {

    static Stream<byte[]> seeds() {
        return bytes(stream(Chunks.START, Chunks.piece("text", "M1", "hi"), Chunks.piece("text", "M1", " you"),
                Chunks.ended("M1", "text"), Chunks.END),
                stream(Chunks.START,
                        Chunks.whole("tool_call", "M2", "{\"id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\"}"),
                        Chunks.delta("text", "M3", "merge", "a.b[0]", "{\"c\":1}"),
                        Chunks.delta("text", "M3", "append", "content", "{\"content\":\"x\"}"),
                        Chunks.delta("text", "M3", "set", "a", "{\"a\":{}}"), Chunks.END),
                stream(Chunks.whole("error", "M4", "{\"message\":\"no\",\"code\":\"x\"}"), Chunks.END));
    }

    @Override
    protected AnswerReader reader(ReplyAssembler reply) {
        return new YaoAnswer(reply);
    }

    private static String stream(String... chunks) {
        var all = new StringBuilder();
        Stream.of(chunks).forEach(chunk -> all.append("data: ").append(chunk).append("\n\n"));
        return all.toString();
    }
}
