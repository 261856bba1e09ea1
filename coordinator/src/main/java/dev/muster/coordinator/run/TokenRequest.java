package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What to make.
 *
 * @param lasts null for ever
 */
public record TokenRequest(String name, Role role, @Nullable Duration lasts) {

    private static final Set<String> GIVEN = Set.of(Requester.ADMIN, Requester.WORKER, Requester.ANYONE);
    private static final int LONGEST = 64;

    /** Returns what is wrong, as a sentence. */
    public Optional<String> trouble() {
        if (name.isEmpty() || name.length() > LONGEST || !name.chars()
                .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || ".-_@".indexOf(c) >= 0))) {
            return Optional.of("the name of a token takes 1 to " + LONGEST
                    + " letters, digits, '.', '-', '_' and '@' of ASCII");
        }
        if (GIVEN.contains(name)) {
            return Optional.of("'" + name + "' is reserved for a token that a coordinator is started with");
        }
        return lasts != null && (lasts.isNegative() || lasts.isZero())
                ? Optional.of("a token must expire in the future") : Optional.empty();
    }
}
