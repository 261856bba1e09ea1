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

    public boolean isValid(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }
}
