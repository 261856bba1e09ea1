package dev.muster.common.bundle;

import module java.base;

/** The size limits of the files sent with a run; both sides enforce them. */
public final class BundleLimits {

    public static final long LARGEST_FILE = 64L << 20;
    public static final long LARGEST_BUNDLE = 256L << 20;
    public static final int MOST_FILES = 10_000;

    private BundleLimits() {}

    /** Returns what is wrong with a bundle, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(Bundle bundle) {
        if (bundle.files().size() > MOST_FILES) {
            return Optional.of("the bundle has " + bundle.files().size() + " files; the limit is " + MOST_FILES);
        }
        if (!BundlePath.isSafe(bundle.scripts())) {
            return Optional.of("the bundle's scripts folder '" + bundle.scripts() + "' is no path inside of a project");
        }
        for (var file : bundle.files()) {
            if (!BundlePath.isSafe(file.path())) {
                return Optional.of("the bundle names '" + file.path() + "', which is no path inside of a project");
            }
            if (!Sha256.isOne(file.sha256())) {
                return Optional.of("the bundle gives no SHA-256 for " + file.path());
            }
            if (file.size() < 0 || file.size() > LARGEST_FILE) {
                return Optional.of(file.path() + " has more than the " + (LARGEST_FILE >> 20)
                        + " MiB that a file may have on its way to a worker");
            }
        }
        return bundle.files().stream().mapToLong(Bundle.File::size).sum() > LARGEST_BUNDLE
                ? Optional.of("the files of this run have more than " + (LARGEST_BUNDLE >> 20) + " MiB together")
                : Optional.empty();
    }
}
