package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.Finding;
import dev.muster.coordinator.analysis.comparison.Measure;
import dev.muster.coordinator.analysis.comparison.Pair;
import dev.muster.coordinator.analysis.comparison.Pairing;
import dev.muster.coordinator.analysis.comparison.Pairing.PairCounts;
import dev.muster.coordinator.analysis.comparison.Side;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.Shape;
import dev.muster.coordinator.analysis.figures.Spending;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import dev.muster.coordinator.analysis.statistics.Interval;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Handmade comparisons of a first side with others, the second of which has a hostile name. */
public final class SampleComparison {

    private static final Side OLD = new Side("shop.old", "20260131-0915-k3xq7m", 0);
    private static final Side NEW = new Side("shop.new", "20260131-0915-k3xq7m", 1);
    private static final Side HOSTILE = new Side("shop " + SampleRun.HOSTILE, "20260131-0915-k3xq7m", 2);

    private SampleComparison() {}

    /** Returns a comparison of two sides, the second with more failed cases. */
    public static Comparison worse(int changed) {
        return of(List.of(OLD, NEW), List.of(pairing(NEW, changed, 0.001)), "shop.new is worse on " + changed
                + " cases and better on 1, and that is significant (p < 0.001).");
    }

    /** Returns a comparison of three sides, each with a few changed cases. */
    public static Comparison ofThree() {
        return of(List.of(OLD, NEW, HOSTILE), List.of(pairing(NEW, 14, 0.004), pairing(HOSTILE, 3, 0.6)), null);
    }

    private static Comparison of(List<Side> sides, List<Pairing> pairings, @Nullable String gate) {
        return new Comparison(sides, Map.of(OLD.name(), figures(3), NEW.name(), figures(17)), pairings, gate);
    }

    /** Returns changes with long keys that begin with the numbers of their pairing and kind. */
    public static CaseChanges changes(Comparison comparison) {
        return (number, kind, after, atMost) -> IntStream.iterate(0, i -> i + 1)
                .limit(Math.min(atMost, comparison.pairings().get(number).counts().of(kind)))
                .mapToObj(i -> new Change("suites/customers/orders-and-returns.jsonl#" + kind.wire() + "-" + i + (i == 1
                        ? " " + SampleRun.HOSTILE : ""), kind, kind == Kind.NEWLY_FAILING ? "agent_timeout" : null,
                        kind == Kind.NEWLY_FAILING ? "timeout after 30s " + SampleRun.HOSTILE : null,
                        kind == Kind.NEW ? null : new Change.Tries(i, kind == Kind.NEWLY_PASSING ? 0 : 3, 3),
                        kind == Kind.MISSING ? null : new Change.Tries(i, kind == Kind.NEWLY_FAILING ? 0 : 3, 3)))
                .toList();
    }

    /** Returns cases that the first side answers and the second fails, with a hostile reply. */
    public static ObjectNode cases(Side side, int number) {
        boolean failed = !side.equals(OLD);
        var json = Json.MAPPER.createObjectNode().put("number", number).put("id", "case-" + number);
        var result = json.putArray("results").addObject().put("status", failed ? "failed" : "passed").put("repeat", 0)
                .put("cell_number", side.cell()).put("duration_ms", 1200)
                .put("response",
                        failed ? "The refund comes in 14 days. " + SampleRun.HOSTILE : "The refund comes in 30 days.");
        if (failed) {
            result.putArray("assertion_errors").add("expected 30 days " + SampleRun.HOSTILE);
        }
        return json;
    }

    private static Pairing pairing(Side second, long changed, double p) {
        return new Pairing(new Pair(OLD, second), new PairCounts(changed + 90, changed + 88,
                Map.of(Kind.NEWLY_FAILING, changed, Kind.NEWLY_PASSING, 1L, Kind.MISSING, changed, Kind.NEW, 2L)),
                List.of(new Finding(Measure.PASS_RATE, changed + 88, changed, 0.97, 0.83, new Interval(-0.22, -0.06),
                        Finding.Test.MCNEMAR, p, p, p < 0.05 ? null : Long.valueOf(340)),
                        new Finding(Measure.COST_USD, changed + 88, changed, 0.00213, 0.00204,
                                new Interval(-0.0004, 0.0002),
                                Finding.Test.RANDOMIZATION, 0.4, 0.8, null),
                        new Finding(Measure.WORKING_MS, changed + 88, changed, 12_400, 8_300,
                                new Interval(-5100, -3000),
                                Finding.Test.RANDOMIZATION, 0.0001, 0.0004, null)));
    }

    private static CellFigures figures(int failed) {
        var outcomes = new CaseOutcomes(List.of(new CaseOutcomes.Group(1, 1, 100 - failed),
                new CaseOutcomes.Group(1, 0, failed)));
        return new CellFigures(0, Shape.PLAIN, List.of(new Count(Status.PASSED, Cause.NONE, 100 - failed),
                new Count(Status.FAILED, Cause.ASSERTION, failed), new Count(Status.ERROR, Cause.INFRASTRUCTURE, 2)),
                outcomes, outcomes, null,
                new Paid(new Spending(new Bill(120_000L, 34_000L, new BigDecimal("0.2130"), 154_000),
                        new Bill(null, null, null, 0)), 0, Spending.NONE),
                new Spread(100, 9_000, 8_100, 20_000, 24_300, 27_000, 31_000), null);
    }
}
