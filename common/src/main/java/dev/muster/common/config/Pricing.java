package dev.muster.common.config;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a model's tokens cost, in US dollars for a million of them.
 *
 * @param cachedInputPerMillion of those input tokens that came out of the cache; null when they cost the same
 */
public record Pricing(BigDecimal inputPerMillion, BigDecimal outputPerMillion,
        @Nullable BigDecimal cachedInputPerMillion) {

    private static final int MILLION = 6;

    /** @param cached those of {@code input} that came out of the cache */
    public BigDecimal usd(long input, long output, long cached) {
        long fromCache = Math.clamp(cached, 0, input);
        var cachedPrice = cachedInputPerMillion == null ? inputPerMillion : cachedInputPerMillion;
        var sum = inputPerMillion.multiply(BigDecimal.valueOf(input - fromCache))
                .add(cachedPrice.multiply(BigDecimal.valueOf(fromCache)))
                .add(outputPerMillion.multiply(BigDecimal.valueOf(output)));
        return plain(sum.movePointLeft(MILLION));
    }

    /** As people write it: neither 1E+1 nor 0.50. */
    private static BigDecimal plain(BigDecimal usd) {
        var stripped = usd.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
