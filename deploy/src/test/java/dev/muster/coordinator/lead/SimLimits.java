package dev.muster.coordinator.lead;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.coordinator.run.RunSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Cases under way in a simulated world, held to what their run and their agent allow at once, whoever leads. */
final class SimLimits {

    private final Map<String, Integer> underWay = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    /** @param held false when more may be under way than anybody knows, as on workers that were given up */
    void begin(CaseOrder order, RunSettings settings, boolean held) {
        var agent = Objects.requireNonNull(order.testCase().agent());
        int concurrency = Objects.requireNonNull(settings.agents().get(agent)).concurrency();
        begin("run " + order.ref().run(), settings.parallel(), held);
        begin("agent " + agent, concurrency, held);
    }

    void end(CaseOrder order) {
        underWay.merge("run " + order.ref().run(), -1, Integer::sum);
        underWay.merge("agent " + order.testCase().agent(), -1, Integer::sum);
    }

    List<String> violations() {
        return violations;
    }

    private void begin(String of, int limit, boolean held) {
        int now = underWay.merge(of, 1, Integer::sum);
        if (held && limit > 0 && now > limit) {
            violations.add(now + " cases at once of " + of + ", which allows " + limit);
        }
    }
}
