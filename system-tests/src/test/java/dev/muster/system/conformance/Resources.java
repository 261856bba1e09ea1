package dev.muster.system.conformance;

import module java.base;

/** Opens the test's resources as files. */
final class Resources {

    private Resources() {}

    static Path folder(String name) {
        try {
            return Path.of(Objects.requireNonNull(Resources.class.getResource("/" + name), name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
