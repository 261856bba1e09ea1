package dev.muster.common.result;

/**
 * What would have been said of a case if it were not in quarantine.
 *
 * @param status the verdict that it would have
 * @param cause why
 * @param owner who sees to the case
 * @param reason why it is muted, and until when
 */
public record Muted(Status status, Cause cause, String owner, String reason) {}
