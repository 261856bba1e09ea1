package dev.muster.bench;

import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param name what was measured
 * @param value in its unit
 * @param unit such as {@code cases/s}
 * @param ratio to the ideal or to the bare loop of the same bench run; null without a comparison
 * @param of what the ratio compares with; empty without one
 */
public record Figure(String name, double value, String unit, @Nullable Double ratio, String of) {

    static Figure plain(String name, double value, String unit) {
        return new Figure(name, value, unit, null, "");
    }
}
