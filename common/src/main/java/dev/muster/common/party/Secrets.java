package dev.muster.common.party;

import java.util.Comparator;
import java.util.List;

/** Values that nobody is to see; shorter ones than 8 characters would mask common words. */
public record Secrets(List<String> values) {

    private static final int SHORTEST = 8;
    private static final String MASK = "***";

    public Secrets {
        values = values.stream().filter(value -> value.length() >= SHORTEST).distinct()
                .sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    public String mask(String text) {
        var masked = text;
        for (var value : values) {
            masked = masked.replace(value, MASK);
        }
        return masked;
    }

    @Override
    public String toString() {
        return values.size() + " secrets";
    }
}
