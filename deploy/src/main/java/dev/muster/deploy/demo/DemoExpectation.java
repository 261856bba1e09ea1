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
        var statuses = Stream.of("expense.jsonl#asks-for-the-type", "expense.jsonl#asks-for-the-amount",
                "expense.jsonl#drafts-and-asks", "expense.jsonl#submits-after-a-yes", "expense.jsonl#drops-after-a-no",
                "expense.jsonl#refuses-above-the-limit", "chat.jsonl#greets", "chat.jsonl#knows-the-hours",
                "chat.jsonl#remembers-the-topic", "chat.jsonl#order-as-json", "chat.jsonl#looks-into-the-stock")
                .collect(Collectors.toMap(key -> key, _ -> Status.PASSED));
        statuses.put("expense.jsonl#tells-the-equipment-limit", Status.FAILED);
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
