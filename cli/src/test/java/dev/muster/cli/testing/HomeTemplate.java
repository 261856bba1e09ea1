package dev.muster.cli.testing;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Which database template new homes of this process are copied from, until it is closed: then the one before. */
public final class HomeTemplate implements AutoCloseable {

    private static final String PROPERTY = "muster.data";

    private final @Nullable String before = System.getProperty(PROPERTY);

    private HomeTemplate() {}

    /** New homes make their database themselves. */
    public static HomeTemplate none() {
        var template = new HomeTemplate();
        System.clearProperty(PROPERTY);
        return template;
    }

    public static HomeTemplate of(Path file) {
        var template = new HomeTemplate();
        System.setProperty(PROPERTY, file.toString());
        return template;
    }

    @Override
    public void close() {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }
}
