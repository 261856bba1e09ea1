package dev.muster.common.process;

import module java.base;

/**
 * The pipe format of messages that are records of one sealed interface: a length of four bytes, a byte for the kind of
 * message, then its components. No reader reads past the length, and none ever sees half a frame.
 *
 * @param <M> the interface; the components of its records are numbers, flags, texts, enums, and such records
 */
public final class Frames<M> {

    private final int largest;
    private final List<Class<?>> kinds;

    /** @param largest maximum size of a frame in bytes */
    public Frames(Class<M> messages, int largest) {
        this.kinds = List.of(messages.getPermittedSubclasses());
        this.largest = largest;
    }

    /** Thrown for an oversized frame; nothing was written, so that another may be. */
    public static final class TooLarge extends IOException {

        private TooLarge(long bytes, int most) {
            super("it has " + bytes + " bytes, and at most " + most + " can be passed on");
        }
    }

    public void write(DataOutputStream out, M message) throws IOException {
        for (var piece : pieces(message)) {
            out.write(piece);
        }
        out.flush();
    }

    /** Returns the frame of a message. */
    List<byte[]> pieces(M message) throws TooLarge {
        var pieces = new ArrayList<byte[]>();
        pieces.add(new byte[]{(byte) kinds.indexOf(message.getClass())});
        components(message, pieces);
        long size = pieces.stream().mapToLong(piece -> piece.length).sum();
        if (size > largest) {
            throw new TooLarge(size, largest);
        }
        pieces.addFirst(ByteBuffer.allocate(Integer.BYTES).putInt((int) size).array());
        return pieces;
    }

    /**
     * Reads a frame.
     *
     * @throws IOException also for anything but a frame: a JVM's last messages use the same stream
     * @throws EOFException when the other side is gone
     */
    @SuppressWarnings("unchecked") // the kinds are permitted by the interface
    public M read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 1 || length > largest) {
            throw new IOException("no frame: " + length + " bytes");
        }
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        if (bytes[0] < 0 || bytes[0] >= kinds.size()) {
            throw new IOException("no frame of kind " + bytes[0]);
        }
        // one of the kinds, which are permitted by the interface
        return (M) instance(new DataInputStream(new ByteArrayInputStream(bytes, 1, length - 1)), kinds.get(bytes[0]));
    }

    private static void components(Object message, List<byte[]> to) {
        try {
            for (var component : message.getClass().getRecordComponents()) {
                var accessor = component.getAccessor();
                accessor.setAccessible(true);
                value(accessor.invoke(message), to);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a message can't be written", e);
        }
    }

    private static void value(Object value, List<byte[]> to) {
        switch (value) {
            case Integer number -> to.add(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
            case Long number -> to.add(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
            case Boolean flag -> to.add(new byte[]{(byte) (flag ? 1 : 0)});
            case Enum<?> constant -> value(constant.name(), to);
            case String text -> {
                var bytes = text.getBytes(StandardCharsets.UTF_8);
                value(bytes.length, to);
                to.add(bytes);
            }
            default -> components(value, to);
        }
    }

    private static Object instance(DataInputStream frame, Class<?> type) throws IOException {
        var components = type.getRecordComponents();
        var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        var values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = value(frame, types[i]);
        }
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IOException("no " + type.getSimpleName(), e);
        }
    }

    private static Object value(DataInputStream frame, Class<?> type) throws IOException {
        if (type == int.class) {
            return frame.readInt();
        }
        if (type == long.class) {
            return frame.readLong();
        }
        if (type == boolean.class) {
            return frame.readBoolean();
        }
        if (type.isRecord()) {
            return instance(frame, type);
        }
        var text = text(frame);
        return type.isEnum() ? constant(type, text) : text;
    }

    private static Object constant(Class<?> type, String name) throws IOException {
        return Arrays.stream(type.getEnumConstants()).filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst().orElseThrow(() -> new IOException("no " + type.getSimpleName() + ": " + name));
    }

    private static String text(DataInputStream frame) throws IOException {
        int length = frame.readInt();
        if (length < 0 || length > frame.available()) {
            throw new IOException("no text: " + length + " bytes");
        }
        return new String(frame.readNBytes(length), StandardCharsets.UTF_8);
    }
}
