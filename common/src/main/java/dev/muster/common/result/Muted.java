package dev.muster.common.result;

/** The verdict that a case would have outside quarantine, and why it is muted, and until when. */
public record Muted(Status status, Cause cause, String owner, String reason) {}
