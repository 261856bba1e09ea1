package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.analysis.comparison.Amounts;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Counts what judges took, and how far the samples of one assertion agree. Not thread-safe. */
public final class JudgeTally {

    private static final int MOST_NAMED = 20;
    private static final int MOST_SHOWN = 3;

    private final SequencedSet<String> named = new LinkedHashSet<>();
    private int answers;
    private int sampled;
    private int wavered;
    private double agreement;
    private long ms;
    private @Nullable BigDecimal cost;

    public void add(CaseResult result) {
        var turns = result.dialogue() == null ? Stream.<AssertionResult>empty()
                : result.dialogue().turns().stream().flatMap(turn -> turn.assertions().stream());
        Stream.concat(turns, result.assertions().stream()).forEach(each -> add(each, result.identity().id()));
    }

    /** @param id names the result where the judge wavered */
    public void add(AssertionResult result, String id) {
        var samples = result.samples();
        for (var sample : samples) {
            answers++;
            ms += sample.path("ms").asLong(0);
            cost = sample.path("cost_usd").decimalValueOpt().map(usd -> cost == null ? usd : cost.add(usd))
                    .orElse(cost);
        }
        double of = samples.stream().filter(sample -> sample.has("passed")).count();
        double passed = samples.stream().filter(sample -> sample.path("passed").asBoolean()).count();
        if (of > 1) {
            sampled++;
            agreement += (passed * (passed - 1) + (of - passed) * (of - passed - 1)) / (of * (of - 1));
            wavered += passed > 0 && passed < of ? 1 : 0;
            if (passed > 0 && passed < of && named.size() < MOST_NAMED) {
                named.add(id);
            }
        }
    }

    /** Returns time and cost, and how judges with several samples agree with themselves. */
    public String sentence() {
        return Seconds.of(ms) + (cost == null ? "" : ", " + Amounts.dollars(cost)) + (sampled == 0 ? ""
                : String.format(Locale.ROOT, "; %.0f %% of the pairs of samples agree", agreement / sampled * 100)
                        + (wavered == 0 ? ""
                                : "; wavered in " + wavered + " of " + sampled + ": " + Printable.line(named
                                        .stream().limit(MOST_SHOWN).collect(Collectors.joining(", ")))));
    }

    public boolean hasSamples() {
        return sampled > 0;
    }

    /** Adds {@code judging}, unless no judge was called. */
    public void put(ObjectNode json) {
        if (answers > 0) {
            var judging = json.putObject("judging").put("answers", answers).put("ms", ms);
            judging.setAll(cost == null ? Map.of() : Map.of("cost_usd", judging.numberNode(cost)));
            if (sampled > 0) {
                judging.put("sampled", sampled).put("agreement", agreement / sampled).put("wavered", wavered);
                named.forEach(judging.putArray("wavered_cases")::add);
            }
        }
    }
}
