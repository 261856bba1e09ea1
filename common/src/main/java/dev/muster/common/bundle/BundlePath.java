package dev.muster.common.bundle;

import module java.base;

/** Checks paths relative to a project's root: with {@code /}, never outside it. Both sides of a transfer check them. */
public final class BundlePath {

    private BundlePath() {}

    /** Whether a path is relative, stays inside, and is written in one way only. */
    public static boolean isSafe(String path) {
        return path.length() <= 1024 && List.of(path.split("/", -1)).stream().allMatch(BundlePath::isName);
    }

    /**
     * Returns the safe form of a path that a user wrote ({@code ./a//b/}); empty when it leads outside or is invalid.
     */
    public static Optional<String> normal(String written) {
        var names = new ArrayList<String>();
        for (var name : written.replace('\\', '/').split("/", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        var path = String.join("/", names);
        return !written.startsWith("/") && isSafe(path) ? Optional.of(path) : Optional.empty();
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && !name.equals(".") && !name.equals("..")
                && name.chars().noneMatch(c -> c == '\\' || c == ':' || c < ' ');
    }
}
