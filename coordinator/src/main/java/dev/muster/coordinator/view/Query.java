package dev.muster.coordinator.view;

import module java.base;
import dev.muster.coordinator.run.RefusedRun;
import org.jspecify.annotations.Nullable;

/** What a page asks for: the parameters of its URL. */
public record Query(Map<String, List<String>> values) {

    /** Returns the last value of a parameter; null for none, and for an empty one. */
    @Nullable String text(String name) {
        var given = values.getOrDefault(name, List.of());
        return given.isEmpty() || given.getLast().isEmpty() ? null : given.getLast();
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of()).stream().filter(each -> !each.isEmpty()).toList();
    }

    /** @throws RefusedRun when the parameter is given and not a number */
    @Nullable BigDecimal number(String name) throws RefusedRun {
        var given = text(name);
        try {
            return given == null ? null : new BigDecimal(given);
        } catch (NumberFormatException e) {
            throw new RefusedRun("'" + name + "' takes a number, not '" + given + "'");
        }
    }

    /** Returns how many rows a page takes. */
    int limit(int usual, int most) throws RefusedRun {
        var given = number("limit");
        return given == null ? usual : Math.clamp(given.longValue(), 1, most);
    }
}
