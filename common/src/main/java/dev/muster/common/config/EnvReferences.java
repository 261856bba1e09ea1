package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/** {@code ${ENV.NAME}} in configuration values: found by the scheduler, resolved where the value is used. */
public final class EnvReferences {

    private static final String OPEN = "${ENV.";

    private EnvReferences() {}

    public static Set<String> in(@Nullable String text) {
        var names = new TreeSet<String>();
        if (text != null) {
            replace(text, name -> {
                names.add(name);
                return Optional.of("");
            });
        }
        return names;
    }

    /** Substitutes the values; an {@link UndefinedVariable} names the first name without a value. */
    public static String resolve(String text, Function<String, Optional<String>> values) {
        return replace(text, values);
    }

    private static String replace(String text, Function<String, Optional<String>> values) {
        int open = text.indexOf(OPEN);
        if (open < 0) {
            return text;
        }
        var replaced = new StringBuilder();
        int at = 0;
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            var name = text.substring(open + OPEN.length(), close);
            replaced.append(text, at, open).append(values.apply(name).orElseThrow(() -> new UndefinedVariable(name)));
            at = close + 1;
            open = text.indexOf(OPEN, at);
        }
        return replaced.append(text, at, text.length()).toString();
    }

    /** Returns a sentence about a name that the environment does not have. */
    public static String lack(String name) {
        return "the environment variable " + name + (name.startsWith("MUSTER_")
                ? " is Muster's own, and no suite may read it" : " is not set");
    }

    /** Thrown for a name that the environment does not have. */
    public static final class UndefinedVariable extends RuntimeException {

        private static final long serialVersionUID = 1;

        UndefinedVariable(String name) {
            super(lack(name));
        }
    }
}
