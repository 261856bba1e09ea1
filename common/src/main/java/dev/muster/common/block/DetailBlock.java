package dev.muster.common.block;

import module java.base;

/** A sequence of frames, one for each result. Each is read on its own, given its place. */
@SuppressWarnings("ArrayRecordComponent") // written at once, never compared
public record DetailBlock(byte[] bytes, List<Place> places) {

    /** Where a frame is in its block. */
    public record Place(int offset, int length) {}

    public DetailBlock {
        places = List.copyOf(places);
    }

    public static DetailBlock of(List<DetailFrame> frames) {
        var bytes = new ByteArrayOutputStream(frames.stream().mapToInt(each -> each.bytes().length).sum());
        var places = new ArrayList<Place>(frames.size());
        for (var frame : frames) {
            places.add(new Place(bytes.size(), frame.bytes().length));
            bytes.writeBytes(frame.bytes());
        }
        return new DetailBlock(bytes.toByteArray(), places);
    }

    /** Returns the frames of these lengths, one behind the other; one that is not there is empty, which is unreadable. */
    public static List<DetailFrame> split(byte[] bytes, int begin, List<Integer> lengths) {
        var frames = new ArrayList<DetailFrame>(lengths.size());
        long at = begin;
        for (int length : lengths) {
            boolean there = length >= 0 && at + length <= bytes.length;
            frames.add(new DetailFrame(there ? Arrays.copyOfRange(bytes, (int) at, (int) at + length) : new byte[0]));
            at += Math.max(0, length);
        }
        return frames;
    }
}
