package dev.muster.coordinator.view;

import module java.base;
import dev.muster.coordinator.run.RefusedRun;
import org.jspecify.annotations.Nullable;

/** What a page asks for: the parameters of its URL. */
public record Query(Map<String, List<String>> values) {

    /** Returns the last value of a parameter; null for none, and for an empty one. */
    @Nullable
    String text(String name) {
        var given = values.getOrDefault(name, List.of());
        return given.isEmpty() || given.getLast().isEmpty() ? null : given.getLast();
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of()).stream().filter(each -> !each.isEmpty()).toList();
    }

    /** @throws RefusedRun when the parameter is given and not a number */
    @Nullable
    Double number(String name) throws RefusedRun {
        var given = text(name);
        try {
            return given == null ? null : Double.valueOf(new BigDecimal(given).doubleValue());
        } catch (NumberFormatException e) {
            throw new RefusedRun("'" + name + "' takes a number, not '" + given + "'");
        }
    }

    /** @throws RefusedRun when the parameter is given and not a whole number from 0 on */
    @Nullable
    Integer whole(String name) throws RefusedRun {
        var given = number(name);
        if (given != null && (given < 0 || given > Integer.MAX_VALUE || given != Math.rint(given))) {
            throw new RefusedRun("'" + name + "' takes a whole number from 0 on, not '" + text(name) + "'");
        }
        return given == null ? null : Integer.valueOf(given.intValue());
    }

    /** Returns how many rows a page takes. */
    int limit(int usual, int most) throws RefusedRun {
        var given = number("limit");
        return given == null ? usual : (int) Math.clamp(given, 1, most);
    }

    /** @throws RefusedRun when the parameter is given and none of these */
    @Nullable
    String oneOf(String name, Collection<String> known) throws RefusedRun {
        var given = text(name);
        if (given != null && !known.contains(given)) {
            throw new RefusedRun("'" + name + "' is " + String.join(", ", known) + "; not '" + given + "'");
        }
        return given;
    }

    /** Returns where a page ends, for {@code after} of the next one. */
    static String next(Object... place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Stream.of(place).map(String::valueOf)
                .collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
    }

    /** Reads where the page before ended. */
    @FunctionalInterface
    interface Place<T> {
        T of(List<String> parts);
    }

    /** @throws RefusedRun when {@code after} is given and not what a page said is next */
    <T> @Nullable T after(Place<T> place) throws RefusedRun {
        var given = text("after");
        try {
            return given == null ? null
                    : place.of(
                            new String(Base64.getUrlDecoder().decode(given), StandardCharsets.UTF_8).lines().toList());
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            throw new RefusedRun("'after' is what the page before said is 'next', not '" + given + "'");
        }
    }
}
