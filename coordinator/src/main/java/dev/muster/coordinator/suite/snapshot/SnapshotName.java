package dev.muster.coordinator.suite.snapshot;

import module java.base;

/** Names of recorded replies: {@code SUITE.snapshots/CASE/PLACE-N.txt}. */
final class SnapshotName {

    /** The place of the assertions of a case without turns. */
    static final String REPLY = "reply";
    /** The place of the assertions at the end of a conversation. */
    static final String FINAL = "final";

    /** The names of a path below the suite's folder. */
    static final int DEPTH = 3;

    private static final String TURN = "turn";

    private static final String FOLDER = ".snapshots";
    private static final String ENDING = ".txt";
    private static final String PLAIN = "-_.() ,+=@";
    /** Characters; file systems take 255 bytes. */
    private static final int LONGEST = 80;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /**
     * Returns the place of a turn's assertions.
     *
     * @param number from 1
     */
    static String turn(int number) {
        return TURN + "-" + number;
    }

    /** @param suite its file, relative to the project root */
    static String folder(String suite) {
        return suite + FOLDER;
    }

    /**
     * Returns the path, relative to the project root.
     *
     * @param place {@link #REPLY}, {@link #FINAL}, or a {@link #turn}
     * @param n from 1, among the snapshots of the place
     */
    static String of(String suite, String id, String place, int n) {
        return folder(suite) + "/" + caseFolder(id) + "/" + place + "-" + n + ENDING;
    }

    /**
     * Whether a file in a case's folder has the name of a recorded reply.
     *
     * @param file the name without folders
     */
    static boolean isOne(String file) {
        if (!file.endsWith(ENDING)) {
            return false;
        }
        var words = file.substring(0, file.length() - ENDING.length()).split("-", -1);
        return switch (words[0]) {
            case REPLY, FINAL -> words.length == 2 && isCount(words[1]);
            case TURN -> words.length == 3 && isCount(words[1]) && isCount(words[2]);
            default -> false;
        };
    }

    private static boolean isCount(String word) {
        return !word.isEmpty() && word.charAt(0) != '0' && word.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * Returns an id as a folder name. An id that is too long, or that a file system could confuse with another, gets a
     * suffix computed from the id: some ignore case, some normalise accents.
     */
    private static String caseFolder(String id) {
        var name = encoded(id);
        return name.length() <= LONGEST && id.equals(folded(id)) ? name
                : cut(name) + "%" + HEX.toHexDigits(id.hashCode());
    }

    private static String folded(String id) {
        return Normalizer.normalize(id.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
    }

    private static String cut(String name) {
        int to = Math.min(LONGEST, name.length());
        return name.substring(0, Character.isHighSurrogate(name.charAt(to - 1)) ? to - 1 : to);
    }

    /** Escapes characters that are special to a file system as {@code %XX}. */
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
        return name.toString();
    }
}
