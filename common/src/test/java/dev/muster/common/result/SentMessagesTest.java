package dev.muster.common.result;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart.Media;
import dev.muster.common.model.ContentPart.Text;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.junit.jupiter.api.Test;

class SentMessagesTest {

    private static final List<Message> DEFINITION = List.of(
            new Message("system", List.of(new Text("Be brief.")), List.of(), null), new Message("user",
                    List.of(new Text("What is it?"), new Media("image", null, "aGVsbG8=", "image/png", null)),
                    List.of(),
                    null));

    @Test
    void whatTheDefinitionHasIsNotStoredAndComesBackWithoutTheDataOfAttachments() {
        var sent = Objects.requireNonNull(SentMessages.of(DEFINITION)).against(DEFINITION);

        var stored = Json.MAPPER.writeValueAsString(sent.stored());
        var read = Json.MAPPER.readValue(stored, SentMessages.class).joined(DEFINITION);

        assertThat(stored).isEqualTo("{\"written\":true}");
        assertThat(read).isEqualTo(sent);
        assertThat(read.toString()).doesNotContain("aGVsbG8");
        assertThat(read.input()).isEqualTo("What is it?\n[image: image/png]");
    }

    @Test
    void whatDiffersIsStored() {
        var sent = Objects.requireNonNull(SentMessages.of(List.of(Message.user("Hello Anna")))).against(DEFINITION);

        assertThat(sent.stored()).isEqualTo(sent);
        assertThat(sent.stored().joined(DEFINITION).input()).isEqualTo("Hello Anna");
    }

    @Test
    void theInputIsTheUsersLastMessageWhateverFollowsIt() {
        var call = new Message("assistant", List.of(),
                List.of(new ToolCall("c", "look", Json.MAPPER.readTree("{\"a\":1}"))), null);
        var sent = Objects.requireNonNull(SentMessages
                .of(List.of(Message.user("a"), Message.user("b"), call, Message.tool("c", "x"))));

        assertThat(sent.input()).isEqualTo("b");
        assertThat(SentMessages.text(call)).isEqualTo("[tool: look({\"a\":1})]");
        assertThat(SentMessages.of(List.of())).isNull();
    }
}
