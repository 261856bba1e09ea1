package dev.muster.coordinator.run;

import module java.base;

/**
 * What a revocation did.
 *
 * @param made tokens that those revoked now or earlier had made, and those in turn, as far as they are still valid
 */
public record RevokedTokens(List<AccessToken> revoked, List<AccessToken> made) {}
