package dev.muster.worker.isolated;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.channel.Payload;
import dev.muster.common.json.Json;
import dev.muster.common.message.Codec;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.WorkerMessage.Snapshot;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Tests messages from older versions without suspect and overdue cases. */
class OlderMessagesTest {

    @Test
    void anOrderThatDoesNotSayIsForNoSuspect() {
        var order = Orders.order(false);
        var older = (ObjectNode) Json.MAPPER.readTree(Codec.INBOX.seal(order).bytes());
        older.remove("alone");

        assertThat(Codec.INBOX.open(payload(older))).isEqualTo(order);
    }

    @Test
    void aSnapshotThatDoesNotSayNamesNothingOverdue() {
        var snapshot = new Snapshot("f", 1, "i", 2, 3, List.of(new Dispatch(1, 4)), false);
        var older = (ObjectNode) Json.MAPPER.readTree(Codec.WORKER.seal(snapshot).bytes());
        older.remove("overdue");

        assertThat(Codec.WORKER.open(payload(older))).isEqualTo(snapshot);
    }

    private static Payload payload(ObjectNode message) {
        return Payload.of(Json.MAPPER.writeValueAsBytes(message));
    }
}
