package dev.muster.worker.conversation;

import dev.muster.common.message.InboxMessage.CaseOrder;
import org.jspecify.annotations.Nullable;

/** Identifies the conversation that asks: a case may run in several cells and repeats (from 0) at once. */
public record QuestionContext(String testId, String agent, @Nullable String connector, int repeat) {

    public static QuestionContext of(CaseOrder order) {
        return new QuestionContext(order.testCase().identity().id(), order.target().id(),
                order.target().connectorName(), order.ref().repeat());
    }

    /** Returns agent, connector and repeat, as the tables of a run name its cells. */
    public String where() {
        return agent + (connector == null ? "" : " / " + connector) + (repeat == 0 ? "" : " · repeat " + (repeat + 1));
    }
}
