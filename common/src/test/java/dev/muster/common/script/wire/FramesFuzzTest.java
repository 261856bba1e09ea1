package dev.muster.common.script.wire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.process.Frames;
import dev.muster.common.testing.Cost;
import dev.muster.common.testing.FuzzContract;

/** Whatever arrives in place of frames, in both directions, gives messages or an exception, and costs no memory. */
class FramesFuzzTest extends FuzzContract {

    static Stream<byte[]> seeds() throws IOException {
        return Stream.of(
                frames(FromHost.FRAMES, new FromHost.Ready(0), new FromHost.Ask(1, FromHost.Ask.SOURCE, "a.js"),
                        new FromHost.Done(1, "{}", "said"), new FromHost.Failed(2, "no", "a.js:1:1", "")),
                frames(ToHost.FRAMES, new ToHost.Begin(1, new Task(TaskKind.FUNCTION, "t", "s", "a.js", "f", "[]", 9)),
                        new ToHost.Answer(1, true, "text"), new ToHost.Cancel(1)),
                new byte[0], new byte[]{0, 0, 0}, new byte[]{0, 0, 0, 0}, new byte[]{-1, -1, -1, -1, 0},
                ByteBuffer.allocate(9).putInt(FromHost.LARGEST).put((byte) 2).putInt(1).array(),
                ByteBuffer.allocate(13).putInt(9).put((byte) 2).putInt(1).putInt(Integer.MAX_VALUE).array(),
                ByteBuffer.allocate(13).putInt(9).put((byte) 9).putInt(1).putInt(-1).array(),
                "Terminating due to java.lang.OutOfMemoryError".getBytes(StandardCharsets.UTF_8));
    }

    @SafeVarargs
    private static <M> byte[] frames(Frames<M> format, M... messages) throws IOException {
        var out = new ByteArrayOutputStream();
        for (var message : messages) {
            format.write(new DataOutputStream(out), message);
        }
        return out.toByteArray();
    }

    @Override
    protected void take(byte[] input) throws Exception {
        assertThat(Cost.bounded(() -> read(FromHost.FRAMES, input))).isLessThanOrEqualTo(input.length);
        assertThat(Cost.bounded(() -> read(ToHost.FRAMES, input))).isLessThanOrEqualTo(input.length);
    }

    private static <M> int read(Frames<M> format, byte[] input) {
        var in = new DataInputStream(new ByteArrayInputStream(input));
        for (int messages = 0;; messages++) {
            try {
                assertThat(format.read(in)).isNotNull();
            } catch (IOException e) {
                return messages;
            }
        }
    }
}
