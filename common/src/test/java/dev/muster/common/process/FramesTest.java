package dev.muster.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;

/** Tests that every message survives its frame, and that nothing else is taken for one. */
class FramesTest {

    private static final Frames<Message> FRAMES = new Frames<>(Message.class, 100);

    sealed interface Message {
        record Empty() implements Message {}

        record Full(int number, long more, boolean flag, String text, Thread.State state, Inner inner)
                implements
                    Message {}
    }

    record Inner(String text, int number) {}

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void messagesComeAsTheyWereSent() throws IOException {
        var full = new Message.Full(-1, 1L << 40, true, "ä", Thread.State.BLOCKED, new Inner("", 7));

        write(full);
        write(new Message.Empty());

        var in = in(out.toByteArray());
        assertThat(FRAMES.read(in)).isEqualTo(full);
        assertThat(FRAMES.read(in)).isEqualTo(new Message.Empty());
        assertThatThrownBy(() -> FRAMES.read(in)).isInstanceOf(EOFException.class);
    }

    @Test
    void anOversizedMessageIsNotBegun() {
        var large = new Message.Full(1, 2, false, "x".repeat(100), Thread.State.NEW, new Inner("", 7));

        assertThatThrownBy(() -> write(large)).isInstanceOf(Frames.TooLarge.class)
                .hasMessageMatching("it has 1\\d\\d bytes, and at most 100 can be passed on");
        assertThat(out.size()).isZero();
    }

    @Test
    void lastWordsOfAJvmAreNoMessage() {
        assertBroken("Terminating due to java.lang.OutOfMemoryError".getBytes(StandardCharsets.UTF_8));
        assertBroken(new byte[]{0, 0, 0, 1, 9});
        assertBroken(new byte[]{0, 0, 0, 3, 1, 0, 0});
        assertBroken(new byte[]{0, 0, 0, 9, 0, 0});
    }

    private void write(Message message) throws IOException {
        FRAMES.write(new DataOutputStream(out), message);
    }

    private static void assertBroken(byte[] bytes) {
        assertThatThrownBy(() -> FRAMES.read(in(bytes))).isInstanceOf(IOException.class);
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
