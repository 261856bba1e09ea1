package dev.muster.coordinator.analysis.statistics;

import module java.base;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** The power of the exact McNemar test for a given difference, summed over all possible outcomes. */
final class ExactPower {

    private ExactPower() {}

    /**
     * @param onlyFirst probability that a pair passes on the first side only
     * @param onlySecond probability that it passes on the second side only
     */
    static double of(int pairs, double onlyFirst, double onlySecond, double alpha) {
        var differing = BinomialDistribution.of(pairs, onlyFirst + onlySecond);
        return IntStream.rangeClosed(1, pairs)
                .mapToDouble(n -> differing.probability(n) < 1e-9 ? 0
                        : differing.probability(n) * given(n, onlyFirst / (onlyFirst + onlySecond), alpha))
                .sum();
    }

    private static double given(int discordant, double first, double alpha) {
        var split = BinomialDistribution.of(discordant, first);
        return IntStream.rangeClosed(0, discordant)
                .filter(n -> new McNemar(n, discordant - n).p() <= alpha).mapToDouble(split::probability).sum();
    }
}
