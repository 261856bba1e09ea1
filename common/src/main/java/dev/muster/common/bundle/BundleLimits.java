package dev.muster.common.bundle;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The size limits of the files sent with a run; both sides enforce them. */
public final class BundleLimits {

    public static final long LARGEST_FILE = 64L << 20;
    public static final long LARGEST_BUNDLE = 256L << 20;
    public static final int MOST_FILES = 10_000;

    private BundleLimits() {}

    private static Optional<String> twice(Bundle bundle) {
        var files = new HashSet<String>();
        var folders = new HashSet<String>();
        for (var file : bundle.files()) {
            for (int at = file.path().indexOf('/'); at >= 0; at = file.path().indexOf('/', at + 1)) {
                folders.add(file.path().substring(0, at));
            }
            if (!files.add(file.path())) {
                return Optional.of(file.path());
            }
        }
        return files.stream().filter(folders::contains).findFirst();
    }

    /** Returns what is wrong with a bundle, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(@Nullable Bundle bundle) {
        if (bundle == null) {
            return Optional.of("the bundle is empty");
        }
        if (bundle.files().size() > MOST_FILES) {
            return Optional.of("the bundle has " + bundle.files().size() + " files; the limit is " + MOST_FILES);
        }
        if (!BundlePath.isSafe(bundle.scripts())) {
            return Optional
                    .of("the bundle's scripts folder '" + bundle.scripts() + "' is not a path inside the project");
        }
        for (var file : bundle.files()) {
            if (!BundlePath.isSafe(file.path())) {
                return Optional
                        .of("the bundle names '" + file.path() + "', which is not a path inside the project");
            }
            if (!Sha256.isOne(file.sha256())) {
                return Optional.of("the bundle gives no SHA-256 for " + file.path());
            }
            if (file.size() < 0 || file.size() > LARGEST_FILE) {
                return Optional.of(file.path() + " has more than the " + (LARGEST_FILE >> 20)
                        + " MiB that a file for a worker may have");
            }
        }
        var twice = twice(bundle);
        if (twice.isPresent()) {
            return Optional.of("the bundle has '" + twice.get() + "' twice, or as a file and as a folder");
        }
        return bundle.files().stream().mapToLong(Bundle.File::size).sum() > LARGEST_BUNDLE
                ? Optional.of("the files of this run have more than " + (LARGEST_BUNDLE >> 20) + " MiB together")
                : Optional.empty();
    }
}
