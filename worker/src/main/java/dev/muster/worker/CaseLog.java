package dev.muster.worker;

import dev.muster.common.message.InboxMessage.CaseOrder;
import org.slf4j.MDC;

/** While open, tags the log lines of the calling thread with the case that it works on. */
final class CaseLog implements AutoCloseable {

    private static final CaseLog OPEN = new CaseLog();

    private CaseLog() {}

    static CaseLog of(String worker, CaseOrder order) {
        MDC.put("worker", worker);
        MDC.put("run", order.ref().run());
        MDC.put("case", order.testCase().identity().id());
        MDC.put("attempt", String.valueOf(order.attempt()));
        return OPEN;
    }

    @Override
    public void close() {
        MDC.remove("worker");
        MDC.remove("run");
        MDC.remove("case");
        MDC.remove("attempt");
    }
}
