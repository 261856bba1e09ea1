package dev.muster.coordinator.snapshot;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Names of the files that replies are recorded in: {@code SUITE.snapshots/CASE/PLACE-N.txt}. */
final class SnapshotName {

    private static final String FOLDER = ".snapshots";
    private static final String ENDING = ".txt";
    private static final String PLAIN = "-_.() ,+=@";
    /** Characters; file systems take 255 bytes. */
    private static final int LONGEST = 80;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private SnapshotName() {}

    /** @param suite its file, from the project root */
    static String folder(String suite) {
        return suite + FOLDER;
    }

    /**
     * From the project root.
     *
     * @param place {@code reply}, {@code turn-2}, {@code final}
     * @param n from 1, among the snapshots of the place
     */
    static String of(String suite, String id, String place, int n) {
        return folder(suite) + "/" + encoded(id) + "/" + place + "-" + n + ENDING;
    }

    /** An id as a file's name on any system: what could mean something else there is written as {@code %XX}. */
    private static String encoded(String id) {
        var name = new StringBuilder();
        id.codePoints().forEach(c -> {
            boolean plain = Character.isLetterOrDigit(c) || (PLAIN.indexOf(c) >= 0 && !name.isEmpty());
            if (plain) {
                name.appendCodePoint(c);
            } else {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    name.append('%').append(HEX.toHexDigits(b));
                }
            }
        });
        return name.length() <= LONGEST ? name.toString()
                : name.substring(0, LONGEST) + "%" + HEX.toHexDigits(id.hashCode());
    }
}
