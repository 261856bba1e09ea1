package dev.muster.common.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;

/** Any input from a server gives an outcome, in time. */
public abstract class AnswerFuzzContract extends FuzzContract {

    protected abstract AnswerReader reader(ReplyAssembler reply);

    @Override
    protected void take(byte[] body) throws Exception {
        var reader = reader(new ReplyAssembler(() -> 0, heard -> {}));
        assertThat(Cost.bounded(() -> FedStream.read(body, reader))).isNotNull();
    }

    protected static Stream<byte[]> bytes(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}
