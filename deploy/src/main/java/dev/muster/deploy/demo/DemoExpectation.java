package dev.muster.deploy.demo;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;

/**
 * The expected results of the bundled suites: all cases pass except one, which shows what a regression looks like.
 *
 * @param statuses by the case's key
 */
public record DemoExpectation(Map<String, Status> statuses) {

    public DemoExpectation {
        statuses = Map.copyOf(statuses);
    }

    static DemoExpectation bundled() {
        var statuses = new TreeMap<String, Status>();
        for (var id : List.of("asks-for-the-type", "asks-for-the-amount", "drafts-and-asks", "submits-after-a-yes",
                "drops-after-a-no", "refuses-above-the-limit")) {
            statuses.put("expense.jsonl#" + id, Status.PASSED);
        }
        statuses.put("expense.jsonl#tells-the-equipment-limit", Status.FAILED);
        for (var id : List.of("greets", "knows-the-hours", "remembers-the-topic", "order-as-json",
                "looks-into-the-stock")) {
            statuses.put("chat.jsonl#" + id, Status.PASSED);
        }
        return new DemoExpectation(statuses);
    }

    /** Returns the unexpected results, a sentence each, in the order of the keys; empty when there are none. */
    public List<String> surprises(List<CaseResult> results) {
        var seen = new TreeMap<String, Status>();
        results.forEach(result -> seen.put(result.identity().key(), result.verdict().status()));
        var surprises = new ArrayList<String>();
        new TreeMap<>(statuses).forEach((key, expected) -> {
            var status = seen.remove(key);
            if (status == null) {
                surprises.add(key + " has no result; it should be " + expected.wire());
            } else if (status != expected) {
                surprises.add(key + " is " + status.wire() + "; it should be " + expected.wire());
            }
        });
        seen.keySet().forEach(key -> surprises.add(key + " is no case of the demo"));
        return surprises;
    }
}
