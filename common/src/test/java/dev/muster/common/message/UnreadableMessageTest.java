package dev.muster.common.message;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RefusedPayload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a message about foreign bytes is one line, whatever is in them. */
final class UnreadableMessageTest {

    @ParameterizedTest
    @ValueSource(strings = {"\u001b[31m\n12:00:00 ERROR all is lost", "{\"kind\":\"\u001b]0;x\u0007\\n12:00 ERROR\"}",
        "{\"kind\":\"check\",\"epoch\":\"\\u001b[1m\\nb\"}", "{\"a\u001b\nb\":", "[[[[",
        "{\"kind\":\"drop\",\"dispatches\":[{\"epoch\":\"\\n\\u001b\"}]}"})
    void itsMessageIsOneLineWithoutControlCharacters(String bytes) {
        assertThatThrownBy(() -> Codec.INBOX.open(Payload.of(bytes.getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(UnreadableMessage.class).message().startsWith("not a message of this fleet: ")
                .doesNotMatch("(?s).*\\p{Cntrl}.*");
    }

    @Test
    void whatItsCarrierDoesNotVouchForIsNotEvenRead() {
        var order = "{\"kind\":\"check\",\"fleet\":\"f\",\"epoch\":1,\"incarnation\":\"i\"}"
                .getBytes(StandardCharsets.UTF_8);
        Codec.INBOX.open(Payload.of(order));

        assertThatThrownBy(() -> Codec.INBOX.open(new RefusedPayload("not signed", order)))
                .isInstanceOf(UnreadableMessage.class).hasMessage("not signed");
    }
}
