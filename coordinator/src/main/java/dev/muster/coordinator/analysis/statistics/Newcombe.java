package dev.muster.coordinator.analysis.statistics;

/**
 * The interval of the difference of two shares of the same cases, which has a width even where all cases agree.
 *
 * <p>Source: R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on
 * paired data", Statistics in Medicine 17 (1998), method 10: the Wilson intervals of both shares, combined with their
 * correlation.
 */
public final class Newcombe {

    private Newcombe() {}

    /**
     * Returns the interval of the second share minus the first.
     *
     * @param both cases that passed on both sides
     * @param neither cases that passed on neither
     */
    public static Interval interval(long both, McNemar changed, long neither) {
        double cases = (double) both + changed.discordant() + neither;
        double first = (both + changed.onlyFirst()) / cases;
        double second = (both + changed.onlySecond()) / cases;
        double margins = first * (1 - first) * second * (1 - second);
        double agreement = (double) both * neither - (double) changed.onlyFirst() * changed.onlySecond();
        double corrected = agreement > 0 ? Math.max(0, agreement - cases / 2) : agreement;
        return interval(first, second, cases, margins == 0 ? 0 : corrected / (cases * cases * Math.sqrt(margins)));
    }

    /**
     * Returns the interval for means of values from 0 to 1, of which nothing tells how they vary: they vary no more
     * than shares do.
     */
    public static Interval interval(double first, double second, long cases) {
        return interval(first, second, (double) cases, 0);
    }

    private static Interval interval(double first, double second, double cases, double correlation) {
        var ofFirst = Wilson.interval(first, cases);
        var ofSecond = Wilson.interval(second, cases);
        return new Interval(
                second - first - reach(ofFirst.high() - first, second - ofSecond.low(), correlation),
                second - first + reach(first - ofFirst.low(), ofSecond.high() - second, correlation));
    }

    private static double reach(double one, double other, double correlation) {
        return Math.sqrt(Math.max(0, one * one - 2 * correlation * one * other + other * other));
    }
}
