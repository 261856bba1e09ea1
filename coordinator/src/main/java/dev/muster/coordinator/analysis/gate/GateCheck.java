package dev.muster.coordinator.analysis.gate;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsKind;

/** Checks the counts of a run against its gate. Unknown outcomes count against the run. */
public final class GateCheck {
    private final Gate gate;
    private final Collection<Count> counts;
    private final News news;

    public GateCheck(Gate gate, Collection<Count> counts, News news) {
        this.gate = gate;
        this.counts = counts;
        this.news = news;
    }

    /** @return why it fails, the most telling reason first; empty when it passes */
    public static Optional<String> failure(Gate gate, Collection<Count> counts) {
        return failure(gate, counts, News.NONE);
    }

    /** @return why it fails, the most telling reason first; empty when it passes */
    public static Optional<String> failure(Gate gate, Collection<Count> counts, News news) {
        var check = new GateCheck(gate, counts, news);
        return Stream.of(check.errors(), isHeldAgainst(gate, news) ? check.newlyFailing() : check.passRate(),
                check.unchecked(), check.skipped(), check.cancelled()).flatMap(Optional::stream).findFirst();
    }

    /** Whether a gate fails, whatever is new. */
    public static boolean failsAnyhow(Gate gate, Collection<Count> counts) {
        var check = new GateCheck(gate, counts, News.NONE);
        return Stream.of(check.errors(), check.unchecked(), check.skipped(), check.cancelled())
                .anyMatch(Optional::isPresent);
    }

    /**
     * @param about says on which branch a baseline was looked for
     * @return what the gate decided; empty for the default gate when the numbers of failures and errors say it all
     */
    public static Optional<GateOutcome> outcome(Gate gate, Collection<Count> counts, News news, About about) {
        return outcome(gate, counts, news, about, Optional.empty());
    }

    /** @param doubt why passes may say nothing, which fails a strict run */
    public static Optional<GateOutcome> outcome(Gate gate, Collection<Count> counts, News news, About about,
            Optional<String> doubt) {
        var check = new GateCheck(gate, counts, news);
        var failure = failure(gate, counts, news);
        if (gate.saysNothing() && (failure.isEmpty() ? doubt.isEmpty() : check.showsItself())) {
            return Optional.empty();
        }
        var note = gate.newlyFailing() != null && news.baseline() == null ? noBaseline(about) : null;
        var reason = failure.or(() -> doubt.filter(_ -> gate.strict()));
        var more = doubt.filter(sentence -> !reason.equals(doubt)).map(sentence -> "Warning: " + sentence + ".");
        return Optional.of(new GateOutcome(reason.isEmpty(), reason.orElseGet(check::success), more
                .map(warning -> note == null ? warning : note + " " + warning).orElse(note)));
    }

    private static String noBaseline(About about) {
        if (about.baseline() != null) {
            return "There is no baseline: " + about.baseline() + " has no case with an agent of this run.";
        }
        return "There is no baseline: no earlier whole run of these inputs" + about.comparedBranch()
                .map(branch -> " on branch " + branch).orElse("") + " passed its gate. --baseline RUN names one.";
    }

    /** Whether failures, errors or cancelled cases show why it fails. */
    private boolean showsItself() {
        return sum(count -> switch (count.status()) {
            case FAILED, ERROR, FLAKY, CANCELLED -> true;
            case PASSED, SKIPPED -> false;
        }) > 0;
    }

    private String success() {
        if (isHeldAgainst(gate, news)) {
            long failing = failing();
            return (failing == 0 ? "no case is" : cases(failing) + (failing == 1 ? " is" : " are"))
                    + " newly failing since " + news.baseline();
        }
        var rate = rate();
        return "pass rate " + percent((double) rate.passed / rate.judged)
                + (gate.minPassRate() == 1 ? "" : ", gate.min_pass_rate is " + percent(gate.minPassRate()));
    }

    private static boolean isHeldAgainst(Gate gate, News news) {
        return gate.newlyFailing() != null && news.baseline() != null;
    }

    private Optional<String> newlyFailing() {
        long failing = failing();
        long changed = news.of(NewsKind.CHANGED);
        long flaky = gate.allowFlaky() ? 0 : news.of(NewsKind.FLAKY);
        if (failing > Objects.requireNonNull(gate.newlyFailing())) {
            return Optional
                    .of(cases(failing) + (failing == 1 ? " is" : " are") + " newly failing since " + news.baseline()
                            + (changed == 0 ? "" : ", " + changed + " of them changed") + ", gate.newly_failing is "
                            + gate.newlyFailing());
        }
        return flaky == 0 ? Optional.empty()
                : Optional.of(cases(flaky) + (flaky == 1 ? " is" : " are") + " flaky, gate.allow_flaky is false");
    }

    /** A change of a case does not excuse its failure: no run has shown that it can pass. */
    private long failing() {
        return news.of(NewsKind.NEWLY_FAILING) + news.of(NewsKind.CHANGED);
    }

    private Optional<String> errors() {
        long errors = sum(GateCheck::isError);
        return errors <= gate.maxInfrastructureErrors() ? Optional.empty()
                : Optional.of(cases(errors) + " could not be judged (" + causes(GateCheck::isError)
                        + "), gate.max_infrastructure_errors is " + gate.maxInfrastructureErrors());
    }

    /**
     * @param left of {@code judged}, repeats that were left out after their case had failed: stopping early gains
     * nothing
     */
    private record PassRate(long passed, long judged, long left) {}

    private PassRate rate() {
        long passed = sum(count -> count.status() == Status.PASSED
                || (gate.allowFlaky() && count.status() == Status.FLAKY && count.cause().inRates()));
        long left = sum(count -> count.cause() == Cause.DECIDED);
        return new PassRate(passed, sum(count -> count.cause().inRates()) + left, left);
    }

    private Optional<String> passRate() {
        var rate = rate();
        if (rate.judged == rate.left) {
            return unchecked().or(
                    () -> Optional.of("no case passed or failed, so there is no pass rate (gate.min_pass_rate)"));
        }
        if (rate.passed == 0 && gate.newlyFailing() != null && gate.minPassRate() == 0) {
            return Optional.of("no case passed, and there is no baseline to compare the failures with"
                    + " (gate.newly_failing)");
        }
        return exceeds(gate.minPassRate(), rate.judged, rate.passed) <= 0 ? Optional.empty()
                : Optional.of(
                        percent((double) rate.passed / rate.judged) + " passed (" + rate.passed + " of " + rate.judged
                                + (rate.left == 0 ? "" : ", " + rate.left + " of which were not needed after a failure")
                                + "), gate.min_pass_rate is " + percent(gate.minPassRate()));
    }

    /** Cases with checks that were not tried: they would be green without a check. */
    private Optional<String> unchecked() {
        return gate.allowUnchecked() ? Optional.empty() : untriedPasses().or(this::untriedSkips);
    }

    private Optional<String> untriedPasses() {
        long unchecked = sum(count -> count.cause() == Cause.NOTHING_CHECKED);
        return unchecked == 0 ? Optional.empty()
                : Optional.of(cases(unchecked) + " passed although nothing was checked (cause nothing_checked): no"
                        + " assertion was tried, which a warning of each result explains; gate.allow_unchecked accepts"
                        + " that");
    }

    private Optional<String> untriedSkips() {
        long unchecked = sum(count -> count.cause() == Cause.UNCHECKED);
        return unchecked == 0 ? Optional.empty()
                : Optional.of(cases(unchecked)
                        + (unchecked == 1 ? " was skipped before its" : " were skipped before their")
                        + " assertions were tried, because the agent waited for input; add 'type: scripted' to a case whose turns are all that is said, or"
                        + " 'on_missing_input: skip' where a skip is fine");
    }

    private Optional<String> skipped() {
        long skipped = sum(GateCheck::isSkip);
        long all = sum(count -> !isOfNoWeight(count));
        return exceeds(gate.maxSkipped(), all, skipped) >= 0 ? Optional.empty()
                : Optional.of(percentUp((double) skipped / all) + " were skipped (" + skipped + " of " + all
                        + "), gate.max_skipped is " + percent(gate.maxSkipped()));
    }

    /** Compares a share of results, as the gate writes it, with a number of them, without rounding. */
    private static int exceeds(double share, long of, long results) {
        return BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(of)).compareTo(BigDecimal.valueOf(results));
    }

    private Optional<String> cancelled() {
        long cancelled = sum(count -> count.status() == Status.CANCELLED);
        return cancelled == 0 ? Optional.empty() : Optional.of(cases(cancelled) + " had no result when the run ended");
    }

    /** Whether a result says nothing about the agent, and is not an intended skip. */
    private static boolean isError(Count count) {
        return !count.cause().inRates() && switch (count.status()) {
            case ERROR, FAILED, FLAKY -> true;
            case SKIPPED -> count.cause() == Cause.SIMULATOR_ERROR;
            case PASSED, CANCELLED -> false;
        };
    }

    private static boolean isSkip(Count count) {
        return count.status() == Status.SKIPPED && count.cause() != Cause.SIMULATOR_ERROR && !isOfNoWeight(count);
    }

    /** Whether a repeat was left out after its case was decided, or a case is muted: neither is a skip. */
    private static boolean isOfNoWeight(Count count) {
        return count.cause() == Cause.DECIDED || count.cause() == Cause.MUTED;
    }

    private long sum(Predicate<Count> which) {
        return counts.stream().filter(which).mapToLong(Count::results).sum();
    }

    private String causes(Predicate<Count> which) {
        return String.join(", ", counts.stream().filter(which)
                .map(count -> count.results() + " " + count.cause().wire().replace('_', ' ')).toList());
    }

    private static String cases(long number) {
        return number + (number == 1 ? " case" : " cases");
    }

    /** Formats a share, never rounded up to a limit that was missed. */
    private static String percent(double share) {
        return formatted(Math.floor(share * 10_000 + 1e-7) / 100);
    }

    /** Formats a share, never rounded down to a limit that was exceeded. */
    private static String percentUp(double share) {
        return formatted(Math.ceil(share * 10_000 - 1e-7) / 100);
    }

    private static String formatted(double percent) {
        return String.format(Locale.ROOT, percent == Math.rint(percent) ? "%.0f %%" : "%.2f %%", percent);
    }
}
