package dev.muster.coordinator.run;

import module java.base;

/**
 * What somebody did, as the audit keeps it: without control characters, so that a line of a listing is one entry.
 *
 * @param role of the token, or what else gave the right
 * @param address that the connection came from, never what a header claims
 * @param subject a run, or a token
 */
public record Deed(Instant at, String who, String role, String address, String deed, String subject) {

    private static final int LONGEST = 200;

    public Deed {
        who = clean(who);
        role = clean(role);
        address = clean(address);
        deed = clean(deed);
        subject = clean(subject);
    }

    public static Deed of(Requester caller, String deed, String subject) {
        return new Deed(Instant.EPOCH, caller.name(), caller.role().wire(), caller.address(), deed, subject);
    }

    private static String clean(String text) {
        var clean = text.codePoints().limit(LONGEST).map(c -> switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                '?';
            default -> c;
        }).toArray();
        return new String(clean, 0, clean.length);
    }
}
