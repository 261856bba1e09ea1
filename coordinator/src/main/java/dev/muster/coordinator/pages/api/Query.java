package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import org.jspecify.annotations.Nullable;

/** What a page asks for: the parameters of its URL. */
public record Query(Map<String, List<String>> values) {

    /** @throws RefusedRun when a value has a NUL, which no text in a database has */
    public static Query of(Map<String, List<String>> values) throws RefusedRun {
        for (var each : values.entrySet()) {
            if (each.getValue().stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
                throw new RefusedRun("'" + each.getKey() + "' has a NUL character; remove it");
            }
        }
        return new Query(values);
    }

    /** Returns the last value of a parameter; null for none, and for an empty one. */
    @Nullable
    String text(String name) {
        var given = values.getOrDefault(name, List.of());
        return given.isEmpty() || given.getLast().isEmpty() ? null : given.getLast();
    }

    /**
     * Whose runs a page shows: those of a project that it names, those without one for an empty name.
     *
     * @param usual where it names none
     */
    ProjectScope scope(ProjectScope usual) {
        return values.getOrDefault("project", List.of()).isEmpty() ? usual : ProjectScope.of(text("project"));
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

    /** @throws RefusedRun when the parameter is given and not a whole number of 0 or more */
    @Nullable
    Integer whole(String name) throws RefusedRun {
        var given = number(name);
        if (given != null && (given < 0 || given > Integer.MAX_VALUE || given != Math.rint(given))) {
            throw new RefusedRun("'" + name + "' takes a whole number of 0 or more, not '" + text(name) + "'");
        }
        return given == null ? null : Integer.valueOf(given.intValue());
    }

    /** Returns how many rows a page takes. */
    int limit(int usual, int most) throws RefusedRun {
        var given = whole("limit");
        return given == null ? usual : Math.clamp(given, 1, most);
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

    /** @throws DateTimeException when it is no moment of the years that a database has for sure */
    static Instant moment(String text) {
        var moment = Instant.parse(text);
        if (moment.isBefore(Instant.EPOCH) || moment.atOffset(ZoneOffset.UTC).getYear() > 9999) {
            throw new DateTimeException(text + " is not a time between 1970 and 9999");
        }
        return moment;
    }

    /** Reads where the page before ended. */
    @FunctionalInterface
    interface Place<T> {
        T of(List<String> parts);
    }

    /** @throws RefusedRun when {@code after} is given and not the 'next' of a page */
    <T> @Nullable T after(Place<T> place) throws RefusedRun {
        var given = text("after");
        try {
            var parts = given == null ? ""
                    : new String(Base64.getUrlDecoder().decode(given), StandardCharsets.UTF_8);
            if (parts.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a NUL");
            }
            return given == null ? null : place.of(parts.lines().toList());
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            throw new RefusedRun("'after' must be the 'next' of the page before, not '" + given + "'");
        }
    }
}
