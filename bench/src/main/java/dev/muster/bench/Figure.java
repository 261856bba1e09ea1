package dev.muster.bench;

import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param name what was done
 * @param value in its unit
 * @param unit such as {@code cases/s}
 * @param ratio to the ideal or to the bare loop of the same run; null when there is nothing to compare with
 * @param of what the ratio is of; empty without one
 */
public record Figure(String name, double value, String unit, @Nullable Double ratio, String of) {

    static Figure plain(String name, double value, String unit) {
        return new Figure(name, value, unit, null, "");
    }
}
