package dev.muster.common.script.wire;

import module java.base;

/** Frames: a length of four bytes, a byte for the kind, then its fields. Neither side reads past the length. */
public final class Frames {

    /** Maximum size of a frame in bytes: a generator's answer of 64 MiB, plus overhead. */
    public static final int LARGEST = 80 << 20;

    private static final int BEGIN = 1;
    private static final int TOLD = 2;
    private static final int CANCEL = 3;
    private static final int READY = 4;
    private static final int ASK = 5;
    private static final int DONE = 6;
    private static final int FAILED = 7;

    private Frames() {}

    /** Thrown for an oversized frame; nothing was written, so that another may be. */
    public static final class TooLarge extends IOException {

        private static final long serialVersionUID = 1;

        private TooLarge(int bytes) {
            super("a frame of " + bytes + " bytes");
        }
    }

    /** Writes a frame whole and flushes. */
    public static void write(DataOutputStream out, ToHost said) throws IOException {
        var frame = new Frame();
        switch (said) {
            case ToHost.Begin(var id, var task) -> frame.head(BEGIN, id).task(task);
            case ToHost.Told(var id, var given, var text) -> frame.head(TOLD, id).flag(given).text(text);
            case ToHost.Cancel(var id) -> frame.head(CANCEL, id);
        }
        frame.to(out);
    }

    /** Writes a frame whole and flushes. */
    public static void write(DataOutputStream out, FromHost said) throws IOException {
        var frame = new Frame();
        switch (said) {
            case FromHost.Ready(var id) -> frame.head(READY, id);
            case FromHost.Ask(var id, var what, var text) -> frame.head(ASK, id).text(what).text(text);
            case FromHost.Done(var id, var json, var printed) -> frame.head(DONE, id).text(json).text(printed);
            case FromHost.Failed(var id, var error, var place, var printed) ->
                frame.head(FAILED, id).text(error).text(place).text(printed);
        }
        frame.to(out);
    }

    /**
     * Reads a frame from the owner.
     *
     * @throws EOFException when the owner is gone
     */
    public static ToHost readToHost(DataInputStream in) throws IOException {
        var frame = body(in);
        int kind = frame.readUnsignedByte();
        int id = frame.readInt();
        return switch (kind) {
            case BEGIN -> new ToHost.Begin(id, task(frame));
            case TOLD -> new ToHost.Told(id, frame.readBoolean(), text(frame));
            case CANCEL -> new ToHost.Cancel(id);
            default -> throw new IOException("no frame of an owner: " + kind);
        };
    }

    /**
     * Reads a frame from the host.
     *
     * @throws IOException also for anything but a frame: the JVM's last messages use the same stream
     */
    public static FromHost readFromHost(DataInputStream in) throws IOException {
        var frame = body(in);
        int kind = frame.readUnsignedByte();
        int id = frame.readInt();
        return switch (kind) {
            case READY -> new FromHost.Ready(id);
            case ASK -> new FromHost.Ask(id, text(frame), text(frame));
            case DONE -> new FromHost.Done(id, text(frame), text(frame));
            case FAILED -> new FromHost.Failed(id, text(frame), text(frame), text(frame));
            default -> throw new IOException("no frame of a host: " + kind);
        };
    }

    private static Task task(DataInputStream frame) throws IOException {
        return new Task(Task.Kind.valueOf(text(frame)), text(frame), text(frame), text(frame), text(frame), text(frame),
                frame.readInt());
    }

    private static DataInputStream body(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 5 || length > LARGEST) {
            throw new IOException("no frame: " + length + " bytes");
        }
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    private static String text(DataInputStream frame) throws IOException {
        int length = frame.readInt();
        if (length < 0 || length > frame.available()) {
            throw new IOException("no text: " + length + " bytes");
        }
        return new String(frame.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** A frame under construction, so that no reader ever sees half of one. */
    private static final class Frame {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream fields = new DataOutputStream(bytes);

        private Frame head(int kind, int id) throws IOException {
            fields.writeByte(kind);
            fields.writeInt(id);
            return this;
        }

        private Frame flag(boolean flag) throws IOException {
            fields.writeBoolean(flag);
            return this;
        }

        private Frame text(String text) throws IOException {
            var encoded = text.getBytes(StandardCharsets.UTF_8);
            fields.writeInt(encoded.length);
            fields.write(encoded);
            return this;
        }

        private void task(Task task) throws IOException {
            text(task.kind().name()).text(task.tree()).text(task.folder()).text(task.file()).text(task.function())
                    .text(task.arguments());
            fields.writeInt(task.mostAnswer());
        }

        private void to(DataOutputStream out) throws IOException {
            if (bytes.size() > LARGEST) {
                throw new TooLarge(bytes.size());
            }
            out.writeInt(bytes.size());
            bytes.writeTo(out);
            out.flush();
        }
    }
}
