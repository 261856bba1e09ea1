package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.block.DetailFrame;
import dev.muster.coordinator.store.Settlement.CaseVerdict;

/** A verdict with its details as they are stored. */
record FramedVerdict(CaseVerdict verdict, DetailFrame frame) {

    /** A block takes no more bytes than that, and one result. */
    private static final int BLOCK = 1 << 20;

    /** Divides verdicts into what is stored as one block of details. */
    static List<List<FramedVerdict>> blocks(List<CaseVerdict> verdicts) {
        var blocks = new ArrayList<List<FramedVerdict>>();
        long bytes = BLOCK;
        for (var verdict : verdicts) {
            if (bytes >= BLOCK) {
                blocks.add(new ArrayList<>());
                bytes = 0;
            }
            var framed = new FramedVerdict(verdict, verdict.result().frame());
            blocks.getLast().add(framed);
            bytes += framed.frame.bytes().length;
        }
        return blocks;
    }
}
