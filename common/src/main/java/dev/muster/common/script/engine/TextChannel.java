package dev.muster.common.script.engine;

import module java.base;

/** Reads bytes from memory. */
final class TextChannel implements SeekableByteChannel {

    private final byte[] bytes;
    private int position;
    private boolean open = true;

    TextChannel(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer to) {
        if (position >= bytes.length) {
            return -1;
        }
        int n = Math.min(to.remaining(), bytes.length - position);
        to.put(bytes, position, n);
        position += n;
        return n;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long to) {
        position = (int) Math.min(to, bytes.length);
        return this;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}
