package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A token as listed; its value cannot be read.
 *
 * @param id for revoking it
 * @param name several tokens may have one: each opens what belongs to the name
 * @param expiresAt null for never
 */
public record AccessToken(String id, String name, Role role, Instant createdAt, String createdBy,
        @Nullable Instant expiresAt, @Nullable Instant revokedAt) {

    private static final Set<String> GIVEN = Set.of(Requester.ADMIN, Requester.WORKER, Requester.ANYONE);
    private static final int LONGEST = 64;

    /**
     * What to make.
     *
     * @param lasts null for ever
     */
    public record Requested(String name, Role role, @Nullable Duration lasts) {

        /** Returns what is wrong, as a sentence. */
        public Optional<String> trouble() {
            if (name.isEmpty() || name.length() > LONGEST || !name.chars()
                    .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || ".-_@".indexOf(c) >= 0))) {
                return Optional.of("the name of a token takes 1 to " + LONGEST
                        + " letters, digits, '.', '-', '_' and '@' of ASCII");
            }
            if (GIVEN.contains(name)) {
                return Optional.of("'" + name + "' is the name of a token that a coordinator is given at its start");
            }
            return lasts != null && (lasts.isNegative() || lasts.isZero())
                    ? Optional.of("a token expires later than at once") : Optional.empty();
        }
    }

    /** A token that was just made; its text is shown this once. */
    public record Made(String token, AccessToken stored) {}

    /**
     * What a revocation did.
     *
     * @param made tokens that those revoked now or earlier had made, and those in turn, as far as they are still valid
     */
    public record Revoked(List<AccessToken> revoked, List<AccessToken> made) {}

    public boolean isValid(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }
}
