package dev.muster.coordinator.analysis.statistics;

/**
 * The moments of the differences of many cases, added up elsewhere.
 *
 * @param variance of their differences, with n − 1; 0 for a single one
 */
public record Moments(long cases, double mean, double variance) {

    public static Moments of(double[] differences) {
        double mean = 0;
        double squares = 0;
        for (int i = 0; i < differences.length; i++) {
            double off = differences[i] - mean;
            mean += off / (i + 1);
            squares += off * (differences[i] - mean);
        }
        return new Moments(differences.length, mean, differences.length < 2 ? 0 : squares / (differences.length - 1));
    }

    /**
     * Returns the moments of the cases of both. After Chan, Golub and LeVeque, "Updating Formulae and a Pairwise
     * Algorithm for Computing Sample Variances" (1979).
     */
    public Moments plus(Moments other) {
        long all = cases + other.cases;
        double off = other.mean - mean;
        double squares = variance * (cases - 1) + other.variance * (other.cases - 1)
                + off * off * cases * other.cases / all;
        return new Moments(all, mean + off * other.cases / all, squares / (all - 1));
    }

    double standardError() {
        return Math.sqrt(variance / cases);
    }
}
