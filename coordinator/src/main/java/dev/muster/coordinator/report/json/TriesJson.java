package dev.muster.coordinator.report.json;

import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import tools.jackson.databind.node.ObjectNode;

/** pass@k and pass^k for every k, with the number of cases that had k tries. */
final class TriesJson {

    private TriesJson() {}

    /** Adds them to a node, unless cases were tried once. */
    static void put(ObjectNode node, CaseOutcomes whole) {
        int most = whole.mostObserved();
        if (most > 1) {
            var any = node.putObject("pass_at");
            var all = node.putObject("pass_hat");
            var cases = node.putObject("pass_cases");
            for (int k = 1; k <= most; k++) {
                any.put(String.valueOf(k), whole.passAtK(k).orElseThrow());
                all.put(String.valueOf(k), whole.passHatK(k).orElseThrow());
                cases.put(String.valueOf(k), whole.tried(k));
            }
        }
    }
}
