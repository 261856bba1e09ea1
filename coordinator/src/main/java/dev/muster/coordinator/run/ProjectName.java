package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.bundle.Sha256;
import dev.muster.common.model.Invisible;

/** The name of a project: what its configuration says, else the label {@code repository}, else its folder. */
public final class ProjectName {

    /** Bytes in UTF-8, as of an agent's name. */
    public static final int LONGEST = SuiteLimits.LONGEST_NAME;

    private static final int HASH = 12;

    private ProjectName() {}

    /** Returns what is wrong with a name, as the end of a sentence; empty when nothing is. */
    public static Optional<String> trouble(String name) {
        return name.isBlank() || !name.equals(name.strip())
                ? Optional.of("must be a name without spaces around it")
                : SuiteLimits.troubleOfName(name, LONGEST).or(() -> name.codePoints().anyMatch(ProjectName::misleads)
                        ? Optional.of(
                                "has a character that changes the direction of the text or ends a line; take it out")
                        : Optional.empty());
    }

    /**
     * Returns the name of a project that is called by something else, such as its folder. What can't be a name is
     * written with signs in place of the characters that it may not have, and a hash that tells it from others.
     */
    public static String of(String text) {
        var name = text.strip();
        if (name.isEmpty() || trouble(name).isEmpty()) {
            return name.isEmpty() ? "project" : name;
        }
        var plain = new StringBuilder();
        name.codePoints().forEach(c -> plain
                .appendCodePoint(Character.isISOControl(c) || Invisible.is(c) || misleads(c) ? '_' : c));
        var hash = "-" + Sha256.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, HASH);
        return plain.substring(beginningOfTheLast(plain, LONGEST - hash.length())).stripLeading() + hash;
    }

    /** Returns where the last characters begin that take at most some bytes. */
    private static int beginningOfTheLast(StringBuilder text, int bytes) {
        int from = text.length();
        for (int left = bytes; from > 0;) {
            int c = text.codePointBefore(from);
            left -= c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (left < 0) {
                break;
            }
            from -= Character.charCount(c);
        }
        return from;
    }

    /** Returns a name for people: the last part of a folder. */
    public static String shown(String name) {
        int slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
        return isFolder(name) && slash + 1 < name.length() ? name.substring(slash + 1) : name;
    }

    /** Whether it is a folder of this machine, which is not sent to other machines. */
    public static boolean isFolder(String name) {
        return name.startsWith("/") || name.startsWith("\\\\") || name.startsWith(":\\", 1);
    }

    /** Whether a character turns the text around, ends a line, or is half of a pair. */
    private static boolean misleads(int c) {
        return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)
                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
