package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The price of a model's tokens in US dollars per million; null for cached input that costs the same. */
public record Pricing(BigDecimal inputPerMillion, BigDecimal outputPerMillion,
        @Nullable BigDecimal cachedInputPerMillion) {

    private static final int MILLION = 6;

    public BigDecimal usd(long input, long output, long cached) {
        long fromCache = Math.clamp(cached, 0, input);
        var cachedPrice = cachedInputPerMillion == null ? inputPerMillion : cachedInputPerMillion;
        var sum = inputPerMillion.multiply(BigDecimal.valueOf(input - fromCache))
                .add(cachedPrice.multiply(BigDecimal.valueOf(fromCache)))
                .add(outputPerMillion.multiply(BigDecimal.valueOf(output)));
        return plain(sum.movePointLeft(MILLION));
    }

    /** Returns the usual notation: neither 1E+1 nor 0.50. */
    private static BigDecimal plain(BigDecimal usd) {
        var stripped = usd.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
