package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Settlement.CaseVerdict;

/** @param bytes size of its details as text */
record SizedCase(CaseVerdict verdict, long seq, long bytes) {

    static SizedCase of(FramedVerdict framed, long seq) {
        var verdict = framed.verdict();
        return new SizedCase(verdict, seq, framed.frame().size() + verdict.result().definition().stream()
                .map(Message::text).mapToLong(String::length).sum());
    }

    /** Reads its details, which takes a while. */
    StoredCase read() {
        return new StoredCase(verdict.ref(), seq, verdict.attempt(), verdict.worker(), verdict.result().result(),
                List.of());
    }
}
