package dev.muster.coordinator.analysis.statistics;

import module java.base;

/**
 * Cohen's kappa: how far two raters agree beyond what their shares of each category would give by chance.
 *
 * <p>Sources: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20
 * (1960); for the interval the large-sample standard error of J. L. Fleiss, J. Cohen and B. S. Everitt, "Large sample
 * standard errors of kappa and weighted kappa", Psychological Bulletin 72 (1969), formula 13. It is 0 where the raters
 * agree throughout, however few they rated; then the lower end is that of {@link Wilson}'s interval of the agreement.
 */
public record Kappa(double value, double agreement, double standardError, Interval interval) {

    /**
     * @param table how often the first rater chose the row's category, and the second the column's
     * @return empty if nothing was rated, or both chose the same category throughout
     */
    public static Optional<Kappa> of(long[][] table) {
        int categories = table.length;
        double all = Arrays.stream(table).flatMapToLong(Arrays::stream).sum();
        var rows = new double[categories];
        var columns = new double[categories];
        double agreed = 0;
        for (int i = 0; i < categories; i++) {
            for (int j = 0; j < categories; j++) {
                rows[i] += table[i][j] / all;
                columns[j] += table[i][j] / all;
            }
            agreed += table[i][i] / all;
        }
        double chance = IntStream.range(0, categories).mapToDouble(i -> rows[i] * columns[i]).sum();
        if (all == 0 || chance >= 1) {
            return Optional.empty();
        }
        double kappa = (agreed - chance) / (1 - chance);
        double sum = -Math.pow(kappa - chance * (1 - kappa), 2);
        for (int i = 0; i < categories; i++) {
            for (int j = 0; j < categories; j++) {
                sum += table[i][j] / all * (i == j ? Math.pow(1 - (rows[i] + columns[i]) * (1 - kappa), 2)
                        : Math.pow((columns[i] + rows[j]) * (1 - kappa), 2));
            }
        }
        double error = Math.sqrt(Math.max(0, sum) / all) / (1 - chance);
        double low = agreed == 1 ? (Wilson.interval(1, all).low() - chance) / (1 - chance) : kappa - Wilson.Z * error;
        return Optional.of(new Kappa(kappa, agreed, error, isOne(rows) || isOne(columns) ? new Interval(-1, 1)
                : new Interval(Math.max(-1, low), Math.min(1, kappa + Wilson.Z * error))));
    }

    /** Whether a rater chose one category throughout: kappa and its error are then 0 on no evidence. */
    private static boolean isOne(double[] shares) {
        return Arrays.stream(shares).filter(share -> share > 0).count() == 1;
    }
}
