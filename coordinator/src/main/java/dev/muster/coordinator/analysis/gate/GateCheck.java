package dev.muster.coordinator.analysis.gate;

import module java.base;
import dev.muster.common.config.ProjectConfig.Gate;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.News.Kind;

/** Checks the counts of a run against its gate. Unknown outcomes count against the run. */
public record GateCheck(Gate gate, Collection<Count> counts, News news) {

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

    /** @return why it fails, unless there is no gate of one's own, and cases that did not pass already show it */
    public static Optional<String> untold(Gate gate, Collection<Count> counts, News news) {
        boolean isShown = gate.equals(Gate.NONE) && counts.stream()
                .anyMatch(count -> count.status() != Status.PASSED && count.status() != Status.SKIPPED);
        return isShown ? Optional.empty() : failure(gate, counts, news);
    }

    /** @return whether the pass rate or the baseline counts; empty for a gate without {@code newly_failing} */
    public static Optional<String> basis(Gate gate, News news) {
        return gate.newlyFailing() == null ? Optional.empty()
                : Optional.of(isHeldAgainst(gate, news)
                        ? "newly failing cases count, against the baseline " + news.baseline() + "."
                        : "there is no baseline, so the pass rate counts, and " + percent(gate.minPassRate())
                                + " must pass.");
    }

    private static boolean isHeldAgainst(Gate gate, News news) {
        return gate.newlyFailing() != null && news.baseline() != null;
    }

    private Optional<String> newlyFailing() {
        long failing = news.of(Kind.NEWLY_FAILING);
        long flaky = gate.allowFlaky() ? 0 : news.of(Kind.FLAKY);
        if (failing > Objects.requireNonNull(gate.newlyFailing())) {
            return Optional.of(cases(failing) + (failing == 1 ? " is" : " are") + " newly failing, "
                    + gate.newlyFailing() + " may be (gate.newly_failing).");
        }
        return flaky == 0 ? Optional.empty()
                : Optional.of(cases(flaky) + (flaky == 1 ? " is" : " are") + " flaky, none may be (gate.allow_flaky).");
    }

    private Optional<String> errors() {
        long errors = sum(GateCheck::isError);
        return errors <= gate.maxInfrastructureErrors() ? Optional.empty()
                : Optional.of(cases(errors) + " could not be judged (" + causes(GateCheck::isError) + "); "
                        + gate.maxInfrastructureErrors() + " may be (gate.max_infrastructure_errors).");
    }

    /** A repeat that was left out after its case had failed counts as not passed: stopping early gains nothing. */
    private Optional<String> passRate() {
        long passed = sum(count -> count.status() == Status.PASSED
                || (gate.allowFlaky() && count.status() == Status.FLAKY && count.cause().inRates()));
        long left = sum(count -> count.cause() == Cause.DECIDED);
        long judged = sum(count -> count.cause().inRates()) + left;
        if (judged == left) {
            return unchecked().or(
                    () -> Optional.of("no case passed or failed, so there is no pass rate (gate.min_pass_rate)."));
        }
        return exceeds(gate.minPassRate(), judged, passed) <= 0 ? Optional.empty()
                : Optional.of(percent((double) passed / judged) + " passed (" + passed + " of " + judged
                        + (left == 0 ? "" : ", " + left + " of which were not needed after a failure") + "), at least "
                        + percent(gate.minPassRate()) + " must (gate.min_pass_rate).");
    }

    /** Unforeseen skips, of cases that have assertions: they would be green without a check. */
    private Optional<String> unchecked() {
        long unchecked = sum(count -> count.cause() == Cause.UNCHECKED);
        return unchecked == 0 ? Optional.empty()
                : Optional.of(cases(unchecked) + (unchecked == 1 ? " was" : " were") + " skipped before any assertion"
                        + " was tried, because the agent waited for input; add 'type: scripted' to a case whose turns"
                        + " are all that is said, or 'on_missing_input: skip' where a skip is fine.");
    }

    private Optional<String> skipped() {
        long skipped = sum(GateCheck::isSkip);
        long all = sum(count -> !isOfNoWeight(count));
        return exceeds(gate.maxSkipped(), all, skipped) >= 0 ? Optional.empty()
                : Optional.of(percentUp((double) skipped / all) + " were skipped (" + skipped + " of " + all + "), "
                        + percent(gate.maxSkipped()) + " may be (gate.max_skipped).");
    }

    /** Compares a share of results, as the gate writes it, with a number of them, without rounding. */
    private static int exceeds(double share, long of, long results) {
        return BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(of)).compareTo(BigDecimal.valueOf(results));
    }

    private Optional<String> cancelled() {
        long cancelled = sum(count -> count.status() == Status.CANCELLED);
        return cancelled == 0 ? Optional.empty() : Optional.of(cases(cancelled) + " had no result when the run ended.");
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
