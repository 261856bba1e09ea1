package dev.muster.coordinator.analysis.statistics;

import module java.base;

/** The pass counts of one cell's cases, without their names: cases with the same outcome form one group. */
public record CaseOutcomes(List<Group> groups) {

    /**
     * Cases with the same outcome.
     *
     * @param observed repeats of each that are in the rates, 1 or more
     * @param passed how many of these passed
     */
    public record Group(int observed, int passed, long cases) {

        double each(double value) {
            return value * cases;
        }
    }

    public long cases() {
        return groups.stream().mapToLong(Group::cases).sum();
    }

    public long observed() {
        return groups.stream().mapToLong(group -> group.cases() * group.observed()).sum();
    }

    public long passed() {
        return groups.stream().mapToLong(group -> group.cases() * group.passed()).sum();
    }

    /** @return empty if nothing was observed */
    public OptionalDouble rate() {
        return observed() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) passed() / observed());
    }

    /**
     * Returns the interval of the rate. Repeats of one case are worth less than further cases: the rate's variance is
     * that of a ratio of sums over cases (W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, section 3.12), and
     * Wilson's interval is computed for the number of observations that would have this variance (E. L. Korn and B. I.
     * Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated from
     * survey data", Survey Methodology 24, 1998), which is at least the number of cases and at most that of
     * observations.
     */
    public Optional<Interval> interval() {
        return observed() == 0 ? Optional.empty() : Optional.of(Wilson.interval(rate().orElseThrow(), worth()));
    }

    private double worth() {
        double rate = rate().orElseThrow();
        long cases = cases();
        double squares = groups.stream().mapToDouble(g -> g.each(square(g.passed() - rate * g.observed()))).sum();
        if (squares == 0 || cases == observed()) {
            return cases;
        }
        double variance = squares / square((double) observed()) * cases / Math.max(1, cases - 1);
        return Math.clamp(rate * (1 - rate) / variance, (double) cases, (double) observed());
    }

    /**
     * Returns the share of cases in which at least one of k tries passes, over all cases observed at least k times.
     *
     * <p>Source: M. Chen et al., "Evaluating large language models trained on code", 2021: the mean over cases of 1 −
     * C(n − c, k) / C(n, k).
     *
     * @return empty if no case was observed that often
     */
    public OptionalDouble passAtK(int k) {
        return mean(k, group -> 1 - allOf(group.observed() - group.passed(), group.observed(), k));
    }

    /**
     * Returns the share of cases in which all of k tries pass, over all cases observed at least k times.
     *
     * <p>Source: S. Yao et al., "τ-bench: a benchmark for tool-agent-user interaction in real-world domains", 2024: the
     * mean over cases of C(c, k) / C(n, k).
     *
     * @return empty if no case was observed that often
     */
    public OptionalDouble passHatK(int k) {
        return mean(k, group -> allOf(group.passed(), group.observed(), k));
    }

    /** Returns the largest number of observed tries of one case. */
    public int mostObserved() {
        return groups.stream().mapToInt(Group::observed).max().orElse(0);
    }

    /**
     * Returns the largest number of tries that at least half of the cases had, 0 if nothing was observed: a few cases
     * with more tries say little about all.
     */
    public int usualTries() {
        return groups.stream().map(Group::observed).distinct().sorted(Comparator.reverseOrder())
                .filter(k -> 2 * tried(k) >= cases()).findFirst().orElse(0);
    }

    public long tried(int k) {
        return groups.stream().filter(group -> group.observed() >= k).mapToLong(Group::cases).sum();
    }

    /**
     * Returns each case as one observation: it passed if all its observed tries did. For repeats that end at the first
     * failure this is unbiased, while the share of tries is not.
     */
    public CaseOutcomes verdicts() {
        return new CaseOutcomes(groups.stream()
                .map(group -> new Group(1, group.passed() == group.observed() ? 1 : 0, group.cases())).toList());
    }

    private OptionalDouble mean(int k, ToDoubleFunction<Group> estimate) {
        var enough = groups.stream().filter(group -> group.observed() >= k).toList();
        long cases = enough.stream().mapToLong(Group::cases).sum();
        return cases == 0 ? OptionalDouble.empty()
                : OptionalDouble.of(
                        enough.stream().mapToDouble(g -> g.each(estimate.applyAsDouble(g))).sum() / cases);
    }

    /** Returns C(these, k) / C(of, k), factor by factor, so that no large binomial coefficient is computed. */
    private static double allOf(int these, int of, int k) {
        double share = 1;
        for (int i = 0; i < k && share > 0; i++) {
            share *= (double) Math.max(0, these - i) / (of - i);
        }
        return share;
    }

    private static double square(double value) {
        return value * value;
    }
}
