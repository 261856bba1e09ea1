package dev.muster.coordinator.run;

import module java.base;

/** Run ids: the minute, for human users, and enough randomness that no two are equal. */
public final class RunId {

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm")
            .withZone(ZoneOffset.UTC);
    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final SecureRandom CHANCE = new SecureRandom();

    private RunId() {}

    /** Returns a new id, such as {@code 20260131-0915-k3xq7m}. */
    public static String next() {
        var id = new StringBuilder(MINUTE.format(Instant.now())).append('-');
        for (int i = 0; i < 6; i++) {
            id.append(LETTERS.charAt(CHANCE.nextInt(LETTERS.length())));
        }
        return id.toString();
    }
}
